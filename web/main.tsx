import './platform/zod.setup.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { watchInput } from '#web/platform/network/attendance.ts'
import { createQueryClient } from '#web/platform/network/queryClient.ts'
import { keepDropsInside } from '#web/platform/page/fileDrop.ts'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { endSession, syncSessionAcrossTabs, isSigningOut } from '#web/platform/session.ts'
import { TooltipProvider } from '#web/ui/kit.ts'
import { createAppRouter } from './routes.tsx'

const Toasts = lazyPart(
  () => import('./shell/Toasts.tsx'),
  ({ Toasts }) => Toasts,
)

const cache = createQueryClient(() => void askToSignIn())
const router = createAppRouter(cache)

async function askToSignIn() {
  if (isSigningOut()) return
  const { resolvedLocation, matches } = router.state
  if (!resolvedLocation || !matches.some(({ routeId }) => routeId === '/_app' || routeId === '/_bare')) return
  await router.navigate({ to: '/sign-in', search: { next: resolvedLocation.href } })
  endSession(cache)
}

keepDropsInside()
watchInput(window)
syncSessionAcrossTabs(cache)
// Otherwise, the screen's code wouldn't start loading until it's known who is signed in.
const [routes] = router.getMatchedRoutes(location.pathname)
void routes
  .at(-1)
  ?.options.component?.preload?.()
  ?.catch(() => {})

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
)
