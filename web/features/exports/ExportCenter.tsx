import { FileDown } from 'lucide-react'
import { useMemo, useEffect } from 'react'
import { z } from 'zod'
import { type Export, listCaseExports, listSessionExports, listVideoExports } from '#contract/exports/exports.ts'
import { type ExportPolicy, readExportPolicy } from '#contract/exports/policy.ts'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { usePages } from '#web/platform/pages.ts'
import { toast } from '#web/platform/toast.ts'
import { aloneLinkClass, Card, cx, Skeleton, Dialog, Button, EmptyState } from '#web/ui/kit.ts'
import { ExportBuilder } from './builder/ExportBuilder.tsx'
import { ExportItem } from './ExportItem.tsx'
import type { Picked, Rights, Scope } from './builder/plan.ts'

type ExportCenterProps = {
  scopes: readonly Scope[]
  rights: Rights
  query: ExportsQuery
  emptyHint: string
  narrow?: boolean
  first?: ExportTemplate
  picked?: Picked
}

export function ExportCenter({ scopes, rights, query, emptyHint, narrow = false, first, picked }: ExportCenterProps) {
  const policy = useRead(readExportPolicy, nothingElse)
  const made = query.data?.length ?? 0
  const columns = narrow ? '' : 'lg:grid-cols-2 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'
  const builder = (demands: ExportPolicy) => (
    <ExportBuilder
      scopes={scopes}
      rights={rights}
      policy={demands}
      first={first}
      picked={picked ?? null}
      onMade={(made) => toast({ title: 'Export started', description: made.title })}
    />
  )
  return (
    <Loaded query={policy} skeleton={<CenterSkeleton />}>
      {(demands) => (
        <div className={`grid grid-cols-[minmax(0,1fr)] items-start gap-6 ${columns}`}>
          {made > 0 && !narrow && (
            <a
              href="#exports-heading"
              className={cx(aloneLinkClass, 'justify-self-start lg:hidden')}
            >{`Go to existing ${made === 1 ? 'export' : 'exports'}`}</a>
          )}
          {narrow ? builder(demands) : <Card title="New export">{builder(demands)}</Card>}
          <section
            aria-labelledby="exports-heading"
            className={cx('grid grid-cols-[minmax(0,1fr)] gap-3', !narrow && 'lg:pt-4')}
          >
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

type ExportReportProps = { video: { id: string; originalName: string }; rights: Rights; onClose: () => void }

export function ExportReportDialog({ video, rights, onClose }: ExportReportProps) {
  const query = useVideoExports(video.id)
  const scopes = useMemo<Scope[]>(
    () => [{ kind: 'video', id: video.id, label: video.originalName }],
    [video.id, video.originalName],
  )
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Export Report"
      description={video.originalName}
    >
      <ExportCenter
        scopes={scopes}
        rights={rights}
        query={query}
        narrow
        first="video_report"
        emptyHint="Exports of this video appear here."
      />
    </Dialog>
  )
}

type ExportListProps = { query: ExportsQuery; policy: ExportPolicy; emptyHint: string }

function ExportList({ query, policy, emptyHint }: ExportListProps) {
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

function CenterSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Skeleton className="h-96" />
      <ListSkeleton />
    </div>
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

const pollMs = 3000
const noTotals = z.unknown()

export const useCaseExports = (caseId: string) =>
  getList(usePages(listCaseExports, { params: { caseId }, input: {} }, noTotals, { pollMs }))
export const useSessionExports = (sessionId: string) =>
  getList(usePages(listSessionExports, { params: { sessionId }, input: {} }, noTotals, { pollMs }))
const useVideoExports = (videoId: string) =>
  getList(usePages(listVideoExports, { params: { videoId }, input: {} }, noTotals, { pollMs }))

type Pages = Pick<
  ReturnType<typeof usePages>,
  'error' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
> & { data: { pages: { items: Export[] }[] } | undefined }

const getList = ({ data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) => ({
  data: data?.pages.flatMap((page) => page.items),
  error,
  isFetching,
  refetch,
  hasMore: hasNextPage,
  isGrowing: isFetchingNextPage,
  more: () => void fetchNextPage(),
})
export type ExportsQuery = ReturnType<typeof getList>
