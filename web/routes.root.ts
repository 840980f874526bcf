/** What every path hangs from. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'

export const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./screens/NotFound.tsx'), 'NotFound'),
})
