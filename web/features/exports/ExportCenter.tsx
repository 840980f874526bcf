import { type ExportPolicy, readExportPolicy } from '#contract/exports/policy.ts'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { aloneLinkClass, Card, cx, Skeleton } from '#web/ui/kit.ts'
import { ExportBuilder } from './ExportBuilder.tsx'
import { ExportList } from './ExportList.tsx'
import type { Picked, Rights, Scope } from './plan.ts'
import type { ExportsQuery } from './useExports.ts'

type ExportCenterProps = {
  scopes: readonly Scope[]
  rights: Rights
  query: ExportsQuery
  /** Said under "No exports yet". */
  emptyHint: string
  /** One under the other, as in a dialog. */
  narrow?: boolean
  /** The template to begin with. */
  first?: ExportTemplate
  /** Highlights that were picked before, in their order. */
  picked?: Picked
}

/** What is to be made, beside what was made. */
export function ExportCenter({ scopes, rights, query, emptyHint, narrow = false, first, picked }: ExportCenterProps) {
  const policy = useRead(readExportPolicy, nothingElse)
  const made = query.data?.length ?? 0
  const columns = narrow ? '' : 'lg:grid-cols-2 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'
  // In a dialog the dialog is its frame, and its title says what is made.
  const builder = (demands: ExportPolicy) => (
    <ExportBuilder
      scopes={scopes}
      rights={rights}
      policy={demands}
      first={first}
      picked={picked ?? null}
      onMade={(made) => toast({ title: 'Making Export', description: made.title })}
    />
  )
  return (
    <Loaded query={policy} skeleton={<Skeleton className="h-96" />}>
      {(demands) => (
        <div className={`grid grid-cols-[minmax(0,1fr)] items-start gap-6 ${columns}`}>
          {made > 0 && !narrow && (
            // The form is longer than the screen: whoever comes for a file need not scroll past it.
            <a
              href="#exports-heading"
              className={cx(aloneLinkClass, 'justify-self-start lg:hidden')}
            >{`To the ${made === 1 ? 'export' : 'exports'} already made`}</a>
          )}
          {narrow ? builder(demands) : <Card title="New export">{builder(demands)}</Card>}
          <section aria-labelledby="exports-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2 id="exports-heading" className="text-lg font-bold">
              Exports
            </h2>
            <ExportList query={query} policy={demands} emptyHint={emptyHint} />
          </section>
        </div>
      )}
    </Loaded>
  )
}
