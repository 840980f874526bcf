import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '#web/platform/apiError.ts'
import { accountRead } from '#web/platform/session.ts'

type Entering = { context: { cache: QueryClient }; location: { href: string; pathname: string } }
export async function requireSignIn({ context, location }: Entering): Promise<void> {
  try {
    const account = await context.cache.ensureQueryData(accountRead())
    const to = account.mustConfirmEmail ? '/confirm-sign-up' : account.mustSetUpTwoFactor && '/two-factor'
    if (to && location.pathname !== to) throw redirect({ to, search: { next: location.href } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
    throw error
  }
}
