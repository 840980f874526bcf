import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useRef } from 'react'
import { listQueuedSessions } from '#web/features/courtroom/index.ts'
import { openLive } from '#web/platform/network/live.ts'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { useShortcuts } from '#web/platform/page/shortcuts.ts'
import { useTheme } from '#web/platform/page/theme.ts'
import { useAccount } from '#web/platform/session.ts'
import { writeSetting } from '#web/platform/storage.ts'
import { Loading } from '#web/ui/kit.ts'
import { getContentClass, readCollapsed, sidebarSetting } from './AppFrame.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { DropAnywhere, useRefusedDrop } from './DropAnywhere.tsx'
import { Header } from './navigation/Header.tsx'
import { BottomBar, Sidebar } from './navigation/Navigation.tsx'
import { PrivilegeMark, PrivilegeNotice } from './PrivilegeMark.tsx'
import { rememberSession, useGlobalShortcuts, useRefreshAll } from './shellActions.ts'

const FloatingActions = lazyPart(
  () => import('./lateParts.ts'),
  ({ FloatingActions }) => FloatingActions,
)
const Overlays = lazyPart(
  () => import('./Overlays.tsx'),
  ({ Overlays }) => Overlays,
)

const QueuedActs = lazyPart(
  () => import('#web/features/courtroom/KeptActs.tsx'),
  ({ QueuedActs }) => QueuedActs,
)
const Tour = lazyPart(
  () => import('#web/features/overview/Tour.tsx'),
  ({ Tour }) => Tour,
)
const TrialBanner = lazyPart(
  () => import('./lateParts.ts'),
  ({ TrialBanner }) => TrialBanner,
)

async function cacheShell(): Promise<void> {
  const offline = await import('#web/platform/network/offline.ts').catch(() => null)
  offline?.keepForOffline()
}

/** Stays true, so an overlay can finish closing. */
function useEver(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue)
  if (isTrue && !was) setWas(true)
  return was || isTrue
}

export function AppShell() {
  const cache = useQueryClient()
  const [isCollapsed, setCollapsed] = useState(readCollapsed)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const wasOpened = useEver(isMenuOpen || isHelpOpen || isSearchOpen || isPanelOpen)
  const { refresh, isRefreshing } = useRefreshAll()
  const showHelp = () => setHelpOpen(true)
  const openSearch = () => setSearchOpen(true)

  useShortcuts('global', useGlobalShortcuts({ refresh: () => void refresh(), showHelp, openSearch }))
  useEffect(() => openLive(cache), [cache])
  useEffect(() => void cacheShell(), [])
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => rememberSession(pathname), [pathname])
  const account = useAccount()
  // Leaves out the session whose strike log is open because the log sends its own queue.
  const kept = listQueuedSessions(account).filter((id) => pathname !== `/sessions/${id}/strike-log`)

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
      <div className={getContentClass(isCollapsed)}>
        <ConnectionBanner belowHeader />
        <Suspense fallback={null}>
          <TrialBanner />
          {kept.length > 0 && <QueuedActs sessions={kept} />}
        </Suspense>
        <main id="main" tabIndex={-1} className="outline-none">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Sidebar
        isCollapsed={isCollapsed}
        onCollapse={(next) => {
          setCollapsed(next)
          writeSetting(sidebarSetting, next ? 'collapsed' : null)
        }}
      />
      <BottomBar />
      <Suspense fallback={null}>
        {account.isSample && <Tour />}
        <FloatingActions onRefresh={refresh} />
      </Suspense>
      {wasOpened && (
        <Suspense fallback={null}>
          <Overlays
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
      )}
      <DropAnywhere />
      <RouteAnnouncer />
    </>
  )
}

const SearchOverlay = lazyPart(
  () => import('./Overlays.tsx'),
  ({ SearchOverlay }) => SearchOverlay,
)
const ShortcutsHelp = lazyPart(
  () => import('./Overlays.tsx'),
  ({ ShortcutsHelp }) => ShortcutsHelp,
)

export function BareShell() {
  const cache = useQueryClient()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const wasOpened = useEver(isHelpOpen || isSearchOpen)
  const { refresh } = useRefreshAll()
  const shortcuts = useGlobalShortcuts({
    refresh: () => void refresh(),
    showHelp: () => setHelpOpen(true),
    openSearch: () => setSearchOpen(true),
  })
  // In court, an accidental key press must not leave the board.
  useShortcuts(
    'global',
    shortcuts.filter(({ keys }) => !/^[a-z]$/.test(keys)),
  )
  useRefusedDrop()
  useEffect(() => openLive(cache), [cache])
  useTheme()
  const isBoard = useLocation({ select: ({ pathname }) => pathname.endsWith('/courtroom') })
  return (
    <div className="flex min-h-dvh flex-col [--bottom-bar:0px] print:block">
      {!isBoard && <ConnectionBanner />}
      <main id="main" tabIndex={-1} className="outline-none">
        <div className="px-4 pt-1 text-center">
          <PrivilegeMark />
        </div>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      {wasOpened && (
        <Suspense fallback={null}>
          <ShortcutsHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
          <SearchOverlay open={isSearchOpen} onOpenChange={setSearchOpen} mark={<PrivilegeNotice />} />
        </Suspense>
      )}
      <RouteAnnouncer />
    </div>
  )
}

const settleMs = 100

/** After navigation, moves focus to the content and announces the page title, as a full page load would. */
export function RouteAnnouncer() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef<string | undefined>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!pathname) return undefined
    const isFirst = shown.current === undefined
    const isSame = shown.current === pathname
    shown.current = pathname
    if (isFirst || isSame) return undefined
    const timer = setTimeout(() => {
      setAnnouncement(document.title)
      const isInside = document.activeElement?.closest('#main, [role="dialog"], [role="menu"]')
      if (!isInside) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}
