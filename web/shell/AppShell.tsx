import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { keptSessions } from '#web/features/courtroom/index.ts'
import { openLive } from '#web/platform/network/live.ts'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { useAccount } from '#web/platform/session.ts'
import { useShortcuts } from '#web/platform/page/shortcuts.ts'
import { Loading } from '#web/ui/kit.ts'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { rememberSession } from './lastSession.ts'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { useGlobalShortcuts, useRefreshAll } from './shellActions.ts'
import { Sidebar } from './Sidebar.tsx'

const Overlays = lazyPart(
  () => import('./Overlays.tsx'),
  ({ Overlays }) => Overlays,
)

const KeptActs = lazyPart(
  () => import('#web/features/courtroom/KeptActs.tsx'),
  ({ KeptActs }) => KeptActs,
)
const TrialBanner = lazyPart(
  () => import('./TrialBanner.tsx'),
  ({ TrialBanner }) => TrialBanner,
)

/** After the first paint, so that it delays nothing. */
async function keepShell(): Promise<void> {
  const offline = await import('#web/platform/network/offline.ts').catch(() => null)
  offline?.keepForOffline()
}

/** What surrounds every screen behind the sign-in. */
export function AppShell() {
  const cache = useQueryClient()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const { refresh, isRefreshing } = useRefreshAll()
  const showHelp = () => setHelpOpen(true)
  const openSearch = () => setSearchOpen(true)

  useShortcuts('global', useGlobalShortcuts({ refresh: () => void refresh(), showHelp, openSearch }))
  useEffect(() => openLive(cache), [cache])
  useEffect(() => void keepShell(), [])
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => rememberSession(pathname), [pathname])
  const { userId } = useAccount()
  // The strike log of a session sends and shows its own.
  const kept = keptSessions(userId).filter((id) => pathname !== `/sessions/${id}/strike-log`)

  return (
    <>
      <a
        href="#main"
        className="sr-only z-60 rounded-control bg-accent px-4 py-3 font-bold text-on-accent focus:not-sr-only focus:fixed focus:top-1 focus:left-1"
      >
        Skip to content
      </a>
      <Header
        onMenu={() => setMenuOpen(true)}
        onSearch={openSearch}
        onRefresh={() => void refresh()}
        isRefreshing={isRefreshing}
        onShortcuts={showHelp}
        onNotifications={() => setPanelOpen(true)}
      />
      <div className="flex min-h-dvh flex-col pt-14 max-md:pb-(--bottom-bar) lg:pl-56 print:block print:p-0">
        <ConnectionBanner belowHeader />
        <Suspense fallback={null}>
          <TrialBanner />
          {kept.length > 0 && <KeptActs sessions={kept} />}
        </Suspense>
        <main id="main" tabIndex={-1} className="outline-none">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Sidebar />
      <BottomBar />
      <Suspense fallback={null}>
        <Overlays
          onRefresh={refresh}
          isMenuOpen={isMenuOpen}
          onMenuChange={setMenuOpen}
          isHelpOpen={isHelpOpen}
          onHelpChange={setHelpOpen}
          isSearchOpen={isSearchOpen}
          onSearchChange={setSearchOpen}
          isPanelOpen={isPanelOpen}
          onPanelChange={setPanelOpen}
        />
      </Suspense>
      <RouteAnnouncer />
    </>
  )
}
