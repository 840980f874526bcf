import type { ReactNode } from 'react'
import { DatabaseCard } from './DatabaseCard.tsx'
import { EndpointsCard } from './EndpointsCard.tsx'
import { PerformanceCard } from './PerformanceCard.tsx'
import { PipelineCard } from './PipelineCard.tsx'
import { SystemTiles } from './SystemTiles.tsx'

/** What the installation measured of itself. `upload` stands beside the database's Refresh. */
export function OperationsView({ upload }: { upload: ReactNode }) {
  return (
    <section aria-labelledby="operations-title" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="operations-title" className="text-xl font-bold">
        System Overview
      </h2>
      <SystemTiles />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <EndpointsCard />
        <PipelineCard />
      </div>
      <PerformanceCard />
      <DatabaseCard upload={upload} />
    </section>
  )
}
