import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Account, readAccount } from '#contract/account/auth.ts'
import { nothingElse, read } from './api.ts'
import { safeNext } from './next.ts'
import { forgetOffline } from './network/offline.ts'

/** Options of the read of who is signed in; a stranger gets ApiError 401. */
export const accountRead = () => read(readAccount, nothingElse)

/** Who is signed in. For screens behind the sign-in, whose route has made sure of it. */
export const useAccount = (): Account => useSuspenseQuery(accountRead()).data

let leaving = false
/** While a person signs out, whatever is refused on the way leads nowhere: a fresh page to sign in comes anyway. */
export const isLeaving = (): boolean => leaving
export const setLeaving = (is: boolean): void => void (leaving = is)

/** Whose session has ended in this page, which has not been loaded anew since. */
let former: string | null = null

/** Nothing of a session that has ended shows any more. */
export function endSession(cache: QueryClient): void {
  former = cache.getQueryData(accountRead().queryKey)?.userId ?? former
  cache.clear()
}

/** One for hearing and telling: a page does not hear itself. None in a browser without them. */
const otherPages = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('venire.session')

/** Tells the other pages of this browser who is signed in now, or that nobody is. */
export const announceSession = (userId: string | null): void => otherPages?.postMessage(userId)

/** A page that shows one person's data while the browser is another's, or nobody's, is loaded anew. */
export function followSession(cache: QueryClient): void {
  otherPages?.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    const shown = cache.getQueryData(accountRead().queryKey)?.userId
    if (shown !== undefined && shown !== data) window.location.reload()
  })
}

/** Starts with an empty cache, so that nothing of an earlier person shows, and goes where the person was going. */
export function useEnter(next?: string): (account: Account) => void {
  const cache = useQueryClient()
  const router = useRouter()
  return (account) => {
    endSession(cache)
    announceSession(account.userId)
    // Nor of what was kept on this device for somebody whose session merely ran out.
    const forgotten = forgetOffline()
    // Beside the cache the page remembers more, such as files chosen for upload: another person gets a page of their own.
    if (former !== null && former !== account.userId) {
      void forgotten.finally(() => window.location.assign(safeNext(next, window.location.origin)))
      return
    }
    cache.setQueryData(accountRead().queryKey, account)
    router.history.push(safeNext(next, window.location.origin))
  }
}
