import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../apiError.ts'

/**
 * The specification's defaults: nothing goes stale by age, no refetch on focus, no polling and no retry unless said.
 * Offline calls fail at once with a sentence (`networkMode: 'always'`) instead of waiting without a word.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
