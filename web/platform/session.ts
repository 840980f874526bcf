import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Account, readAccount } from '#contract/account/auth.ts'
import { nothingElse, read } from './api.ts'
import { formatKeepDays } from './format.ts'
import { safeNext } from './page/next.ts'
import { forgetOffline } from './network/offline.ts'

export const accountRead = () => read(readAccount, nothingElse)

/** Use only on routes that require sign-in. */
export const useAccount = (): Account => useSuspenseQuery(accountRead()).data

export const useRestoreTime = (): string | null => formatKeepDays(useAccount().deletedKeepDays)

let signingOut = false
/** During sign-out, 401 responses must not redirect. */
export const isSigningOut = (): boolean => signingOut
export const setSigningOut = (is: boolean): void => void (signingOut = is)

let former: string | null = null

const nameSession = ({ userId, firmId }: Account): string => `${userId} ${firmId}`

export function endSession(cache: QueryClient): void {
  const account = cache.getQueryData(accountRead().queryKey)
  if (account) former = nameSession(account)
  cache.clear()
}

const otherPages = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('venire.session')

export const announceSession = (account: Account | null): void =>
  otherPages?.postMessage(account && nameSession(account))

export function syncSessionAcrossTabs(cache: QueryClient): void {
  otherPages?.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    const shown = cache.getQueryData(accountRead().queryKey)
    if (shown && nameSession(shown) !== data) window.location.reload()
  })
}

/** Clears the cache so that the previous user's data isn't shown, and then goes to `next`. */
export function useCompleteSignIn(next?: string): (account: Account) => void {
  const cache = useQueryClient()
  const router = useRouter()
  return (account) => {
    endSession(cache)
    announceSession(account)
    const forgotten = forgetOffline()
    // In-memory state, such as queued uploads, outlives the cache, so a different user or firm gets a full page load.
    if (former !== null && former !== nameSession(account)) {
      void forgotten.finally(() => window.location.assign(safeNext(next, window.location.origin)))
      return
    }
    cache.setQueryData(accountRead().queryKey, account)
    router.history.push(safeNext(next, window.location.origin))
  }
}
