import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { readSetting } from '#web/platform/storage.ts'
import { Badge, cx, Loading } from '#web/ui/kit.ts'
import { Brand, headerClass } from './navigation/Header.tsx'
import { BottomBar, Sidebar } from './navigation/Navigation.tsx'

export const sidebarSetting = 'sidebar'
export const readCollapsed = (): boolean => readSetting(sidebarSetting) === 'collapsed'
export const getContentClass = (isCollapsed: boolean): string =>
  cx(
    'flex min-h-dvh flex-col pt-14 max-md:pb-(--bottom-bar) print:block print:p-0',
    isCollapsed ? 'lg:pl-13' : 'lg:pl-56',
  )

/** The same header and navigation as `AppShell`, but inert. Shown until it's known who is signed in. */
export function AppFrame(): ReactElement {
  const isCollapsed = readCollapsed()
  return (
    <>
      <div inert>
        <header className={headerClass}>
          <span className="size-8 touch:size-11 lg:hidden" />
          <Brand />
          <span className="flex max-[22.5rem]:hidden">
            <Badge tone="success">Production</Badge>
          </span>
        </header>
        <Sidebar isCollapsed={isCollapsed} onCollapse={() => {}} />
        <BottomBar />
      </div>
      <div className={getContentClass(isCollapsed)}>
        <main id="main">
          <Loading />
        </main>
      </div>
    </>
  )
}

/** Until the first route is ready, the router renders nothing. */
export function FirstFrame({ children }: { children: ReactNode }): ReactElement {
  const router = useRouter()
  const isFirst = useRouterState({
    select: ({ matches, location }) =>
      matches.length === 0 && router.getMatchedRoutes(location.pathname)[0].some(({ id }) => id === '/_app'),
  })
  return (
    <>
      {isFirst && <AppFrame />}
      {children}
    </>
  )
}
