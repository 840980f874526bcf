import { ContactTotals, listContactRequests } from '#contract/operations/contact.ts'
import { RequestCard } from '#web/features/contact/RequestCard.tsx'
import { Loaded, usePages } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { EmptyState, ShowMore, Skeleton } from '#web/ui/kit.ts'

export function ContactRequests() {
  const requests = usePages(listContactRequests, { params: {}, input: {} }, ContactTotals)
  const open = requests.data?.pages[0]?.totals?.open
  return (
    <Screen
      title="Contact requests"
      description={open === undefined ? 'Demo, support, and legal requests to the operator' : `${open} open`}
    >
      <Loaded query={requests} skeleton={<Skeleton className="h-48" />}>
        {({ pages }) => {
          const all = pages.flatMap((page) => page.items)
          if (all.length === 0) {
            return (
              <EmptyState
                title="No requests yet"
                hint="Requests from the homepage and the “Help and legal” page appear here."
              />
            )
          }
          return (
            <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
              {all.map((request) => (
                <RequestCard key={request.id} request={request} />
              ))}
              {requests.hasNextPage && (
                <ShowMore
                  label="Show more"
                  busy={requests.isFetchingNextPage}
                  onClick={() => void requests.fetchNextPage()}
                />
              )}
            </div>
          )
        }}
      </Loaded>
    </Screen>
  )
}
