import type { ReactNode } from 'react'
import { DatabaseCard } from './DatabaseCard.tsx'
import { EndpointsCard } from './EndpointsCard.tsx'
import { PerformanceCard } from './PerformanceCard.tsx'
import { PipelineCard } from './PipelineCard.tsx'
import { SystemTiles } from './SystemTiles.tsx'
import { WorkersCard } from './WorkersCard.tsx'

type OperationsViewProps = {
  upload: ReactNode
  isAdding: boolean
  onAdd: (isAdding: boolean) => void
}

export function OperationsView({ upload, isAdding, onAdd }: OperationsViewProps) {
  return (
    <section aria-labelledby="overview" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="overview" className="text-xl font-bold">
        System Overview
      </h2>
      <SystemTiles />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div id="endpoints">
          <EndpointsCard isAdding={isAdding} onAdd={onAdd} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div id="pipeline">
            <PipelineCard />
          </div>
          <div id="database">
            <DatabaseCard upload={upload} />
          </div>
          <div id="workers">
            <WorkersCard />
          </div>
        </div>
      </div>
      <div id="performance">
        <PerformanceCard />
      </div>
    </section>
  )
}
