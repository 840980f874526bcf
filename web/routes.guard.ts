import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '#web/platform/apiError.ts'
import { accountRead } from '#web/platform/session.ts'

type Entering = { context: { cache: QueryClient }; location: { href: string; pathname: string } }
export async function requireSignIn({ context, location }: Entering): Promise<void> {
  try {
    const account = await context.cache.ensureQueryData(accountRead())
    if (account.mustSetUpTwoFactor && location.pathname !== '/two-factor')
      throw redirect({ to: '/two-factor', search: { next: location.href } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
    throw error
  }
}
