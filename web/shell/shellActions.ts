import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut } from '#contract/account/auth.ts'
import { nothingElse } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { announceSession, setSigningOut } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { toast } from '#web/platform/toast.ts'

export function useRefreshAll() {
  const cache = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  async function refresh(): Promise<boolean> {
    setRefreshing(true)
    try {
      await cache.invalidateQueries({}, { throwOnError: true })
      toast({ title: 'Data Refreshed', description: 'All data has been refreshed from the server.' })
      return true
    } catch (error) {
      toast({ title: 'Couldn’t refresh data', description: describeError(error), variant: 'destructive' })
      return false
    } finally {
      setRefreshing(false)
    }
  }
  return { refresh, isRefreshing }
}

/** Ends with a full page load so that no session data stays in memory. */
export async function leave(): Promise<void> {
  setSigningOut(true)
  try {
    await call(signOut, nothingElse)
    const { forgetOffline } = await import('#web/platform/network/offline.ts')
    await forgetOffline()
    announceSession(null)
    // Otherwise, the back/forward cache could show this page again.
    window.addEventListener('pageshow', () => window.location.reload())
    window.location.assign('/sign-in')
  } catch (error) {
    setSigningOut(false)
    toast({ title: 'Couldn’t sign out', description: describeError(error), variant: 'destructive' })
  }
}

type ShellActions = { refresh: () => void; showHelp: () => void; openSearch: () => void }

export function useGlobalShortcuts({ refresh, showHelp, openSearch }: ShellActions) {
  const router = useRouter()
  return [
    { keys: 'h', label: 'Go to the dashboard', run: () => void router.navigate({ to: '/dashboard' }) },
    { keys: 'c', label: 'Go to cases', run: () => void router.navigate({ to: '/cases' }) },
    { keys: 'v', label: 'Go to video processing', run: () => void router.navigate({ to: '/video-processing' }) },
    { keys: 'p', label: 'Go to your profile', run: () => void router.navigate({ to: '/profile' }) },
    { keys: 'Control+k', label: 'Search', run: openSearch },
    { keys: 'Meta+k', label: 'Search (Mac)', run: openSearch },
    { keys: 'Control+r', label: 'Refresh all data', run: refresh },
    { keys: 'Alt+ArrowLeft', label: 'Back', run: () => router.history.back() },
    { keys: 'Alt+ArrowRight', label: 'Forward', run: () => router.history.forward() },
    { keys: 'Shift+?', label: 'Show keyboard shortcuts', run: showHelp },
  ]
}

const key = 'session.last'

export function rememberSession(path: string): void {
  const id = /^\/sessions\/([0-9a-f-]{36})\//.exec(path)?.[1]
  if (id) writeSetting(key, id)
}

export const lastSession = (): string | null => readSetting(key)

export const forgetSession = (): void => writeSetting(key, null)
