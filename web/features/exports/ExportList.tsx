import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import type { Export } from '#contract/exports/exports.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, EmptyState, Skeleton } from '#web/ui/kit.ts'
import { ExportItem } from './ExportItem.tsx'
import type { ExportsQuery } from './useExports.ts'

type ExportListProps = { query: ExportsQuery; policy: ExportPolicy; emptyHint: string }

/** The exports of a place, newest first. */
export function ExportList({ query, policy, emptyHint }: ExportListProps) {
  return (
    <Loaded query={query} skeleton={<ListSkeleton />}>
      {(exports) =>
        exports.length === 0 ? (
          <EmptyState icon={<FileDown className="size-8" />} title="No exports yet" hint={emptyHint} />
        ) : (
          <div className="grid gap-3">
            <Items exports={exports} policy={policy} />
            {query.hasMore && (
              <Button busy={query.isGrowing} onClick={query.more}>
                Show older exports
              </Button>
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function Items({ exports, policy }: { exports: readonly Export[]; policy: ExportPolicy }) {
  // A link of a notification may name one of them.
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id !== '') document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <ul aria-label="Exports" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {exports.map((each) => (
        <ExportItem key={each.id} item={each} policy={policy} />
      ))}
    </ul>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  )
}
