import { useState, type ReactNode } from 'react'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
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
  /** Overrides the user's choice, for example when a link leads to a card in the group. */
  isOpen: boolean
}

const openSetting = 'dashboard.operations'

export function OperationsView({ upload, isAdding, onAdd, isOpen }: OperationsViewProps) {
  const { isOperator } = useAccount()
  const [chosen, setChosen] = useState(() => readSetting(openSetting))
  const open = isOpen || (chosen === null ? isOperator : chosen === 'open')
  function toggle() {
    const next = open ? 'closed' : 'open'
    writeSetting(openSetting, next)
    setChosen(next)
  }
  return (
    <section aria-labelledby="operations" className="mt-8">
      <details open={open}>
        <summary
          className="min-h-11 cursor-pointer rounded-card border border-line bg-surface px-4 py-2.5"
          onClick={(event) => {
            event.preventDefault()
            toggle()
          }}
        >
          <h2 id="operations" className="inline text-xl font-bold">
            Operations
          </h2>{' '}
          <span className="text-ink-3">System health, endpoints, builds, database, performance</span>
        </summary>
        {open && <Cards upload={upload} isAdding={isAdding} onAdd={onAdd} />}
      </details>
    </section>
  )
}

function Cards({ upload, isAdding, onAdd }: Omit<OperationsViewProps, 'isOpen'>) {
  return (
    <section aria-labelledby="overview" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id="overview" className="text-lg font-bold">
        System Overview
      </h3>
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
