import { z } from 'zod'
import { listVideoAccesses, type VideoAccess } from '#contract/videos/videos.ts'
import { formatBytes, formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import { Card, EmptyState, ShowMore, Skeleton } from '#web/ui/kit.ts'

const shownAtOnce = 10

const what = ({ use, file }: VideoAccess): string =>
  use === 'downloaded' ? 'Downloaded the original' : `Viewed the ${file === 'film' ? 'playback film' : 'original'}`

/** Who was sent the recording; for those who may read the activity of its case. */
export function AccessesCard({ videoId }: { videoId: string }) {
  const accesses = usePages(listVideoAccesses, { params: { videoId }, input: { limit: shownAtOnce } }, z.unknown())
  return (
    <Card title="Access">
      <Loaded query={accesses} skeleton={<Skeleton className="h-24" />}>
        {({ pages }) => {
          const list = pages.flatMap((page) => page.items)
          if (list.length === 0) return <EmptyState title="No views or downloads yet" />
          return (
            <>
              <ol aria-label="Access" className="divide-y divide-line text-sm">
                {list.map((access) => (
                  <li key={access.id} className="grid gap-0.5 py-2">
                    <div className="flex justify-between gap-4">
                      <span className="min-w-0 font-medium break-words">{access.person ?? 'Deleted account'}</span>
                      <time dateTime={access.at} className="tabular shrink-0 text-ink-3">
                        {formatDateTime(access.at)}
                      </time>
                    </div>
                    <div className="tabular flex justify-between gap-4 text-ink-2">
                      <span className="min-w-0">{what(access)}</span>
                      <span className="shrink-0">{formatBytes(access.bytes)}</span>
                    </div>
                  </li>
                ))}
              </ol>
              {accesses.hasNextPage && (
                <div className="mt-3 grid justify-items-center">
                  <ShowMore busy={accesses.isFetchingNextPage} onClick={() => void accesses.fetchNextPage()} />
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
