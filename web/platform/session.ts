import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Account, readAccount } from '#contract/auth.ts'
import { nothingElse, read } from './api.ts'
import { safeNext } from './next.ts'
import { forgetOffline } from './offline.ts'

/** Options of the read of who is signed in; a stranger gets ApiError 401. */
export const accountRead = () => read(readAccount, nothingElse)

/** Who is signed in. For screens behind the sign-in, whose route has made sure of it. */
export const useAccount = (): Account => useSuspenseQuery(accountRead()).data

/** Starts with an empty cache, so that nothing of an earlier person shows, and goes where the person was going. */
export function useEnter(next?: string): (account: Account) => void {
  const cache = useQueryClient()
  const router = useRouter()
  return (account) => {
    cache.clear()
    // Nor of what was kept on this device for somebody whose session merely ran out.
    void forgetOffline()
    cache.setQueryData(accountRead().queryKey, account)
    router.history.push(safeNext(next, window.location.origin))
  }
}
