import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { loadCode } from '#web/platform/network/reachable.ts'

export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load, (module) => module[name ?? 'default']), name)

export const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  component: Outlet,
  notFoundComponent: lazyScreen(() => import('./screens/public/NotFound.tsx'), 'NotFound'),
})
