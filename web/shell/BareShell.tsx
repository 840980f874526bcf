import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { openLive } from '#web/platform/network/live.ts'
import { useTheme } from '#web/platform/page/theme.ts'
import { Loading } from '#web/ui/kit.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

/** A screen without header and menus, for a tablet held in court. */
export function BareShell() {
  const cache = useQueryClient()
  useEffect(() => openLive(cache), [cache])
  // No switch here to listen for it: the board follows the system's theme while it is open.
  useTheme()
  // The board shows the state of the line itself.
  const isBoard = useLocation({ select: ({ pathname }) => pathname.endsWith('/courtroom') })
  return (
    <div className="flex min-h-dvh flex-col [--bottom-bar:0px] print:block">
      {!isBoard && <ConnectionBanner />}
      <main id="main" tabIndex={-1} className="outline-none">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <RouteAnnouncer />
    </div>
  )
}
