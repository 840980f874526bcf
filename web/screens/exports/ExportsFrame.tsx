import { type ReactNode, useMemo } from 'react'
import type { CaseDetail } from '#contract/cases/cases.ts'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { ExportCenter, type ExportsQuery, getExportRights, type Scope } from '#web/features/exports/index.ts'
import { Screen } from '#web/shell/index.ts'
import { EmptyState, Skeleton } from '#web/ui/kit.ts'

type ExportsFrameProps = {
  found: CaseDetail
  description: string
  back: ReactNode
  actions?: ReactNode
  scopes: readonly Scope[]
  query: ExportsQuery
  emptyHint: string
  first?: ExportTemplate | undefined
}

export function ExportsFrame({
  found,
  description,
  back,
  actions,
  scopes,
  query,
  emptyHint,
  first,
}: ExportsFrameProps) {
  const rights = useMemo(() => getExportRights(found), [found])
  return (
    <Screen title="Exports" description={description} back={back} actions={rights === null ? null : actions}>
      {rights === null ? (
        <EmptyState
          title="You don’t have permission to export from this case"
          hint="Leads, attorneys, paralegals, and consultants can export. Ask the case lead for access."
        />
      ) : (
        <ExportCenter scopes={scopes} rights={rights} query={query} emptyHint={emptyHint} {...(first && { first })} />
      )}
    </Screen>
  )
}

export function ExportsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Skeleton className="h-96" />
      <Skeleton className="h-64" />
    </div>
  )
}
