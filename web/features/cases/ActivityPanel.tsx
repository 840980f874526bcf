import { z } from 'zod'
import { listCaseActivity } from '#contract/cases/cases.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import { ShowMore, Skeleton } from '#web/ui/kit.ts'
import { activityWords, describeWho } from './activityWords.ts'

/** The record of the case, newest first. Nobody can change it. */
export function ActivityPanel({ caseId }: { caseId: string }) {
  const events = usePages(listCaseActivity, { params: { caseId }, input: {} }, z.unknown())
  return (
    <Loaded query={events} skeleton={<Skeleton className="h-48" />}>
      {({ pages }) => (
        <>
          <ol aria-label="Activity" className="divide-y divide-line rounded-card border border-line bg-surface">
            {pages
              .flatMap((page) => page.items)
              .map((event) => (
                <li key={event.seq} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  <time dateTime={event.at} className="tabular text-sm text-ink-3">
                    {formatDateTime(event.at)}
                  </time>
                  <div className="min-w-0 break-words">
                    <span className="font-medium">{describeWho(event)}</span> {activityWords(event)}
                    {event.reason && <p className="text-sm text-ink-2">Reason: {event.reason}</p>}
                  </div>
                </li>
              ))}
          </ol>
          {events.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <ShowMore busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()} />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}
