import { z } from 'zod'
import { type Export, listCaseExports, listSessionExports, listVideoExports } from '#contract/exports/exports.ts'
import { usePages } from '#web/platform/pages.ts'

/** While the live stream is down, progress still moves. */
const pollMs = 3000
/** These lists carry no totals. */
const noTotals = z.unknown()

export const useCaseExports = (caseId: string) =>
  getList(usePages(listCaseExports, { params: { caseId }, input: {} }, noTotals, { pollMs }))
export const useSessionExports = (sessionId: string) =>
  getList(usePages(listSessionExports, { params: { sessionId }, input: {} }, noTotals, { pollMs }))
export const useVideoExports = (videoId: string) =>
  getList(usePages(listVideoExports, { params: { videoId }, input: {} }, noTotals, { pollMs }))

type Pages = Pick<
  ReturnType<typeof usePages>,
  'error' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
> & { data: { pages: { items: Export[] }[] } | undefined }

/** A list as `Loaded` takes it, that grows by `more`. */
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
