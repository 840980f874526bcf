import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { requireSignIn } from './routes.guard.ts'
import { lazyScreen, root } from './routes.root.ts'
import { word } from './routes.search.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({ next: word }),
  component: lazyScreen(() => import('./screens/account/SignIn.tsx'), 'SignIn'),
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: z.object({ token: word }),
  component: lazyScreen(() => import('./screens/account/SignUp.tsx'), 'SignUp'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  validateSearch: z.object({ token: word }),
  component: lazyScreen(() => import('./screens/account/Reset.tsx'), 'Reset'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: z.object({ token: word }),
  component: lazyScreen(() => import('./screens/account/Invitation.tsx'), 'Invitation'),
})
const legal = createRoute({
  getParentRoute: () => root,
  path: '/legal',
  component: lazyScreen(() => import('./screens/public/Legal.tsx'), 'Legal'),
})
const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  component: lazyScreen(() => import('./screens/public/Help.tsx'), 'Help'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  validateSearch: z.object({ token: word }),
  component: lazyScreen(() => import('./screens/account/ConfirmEmail.tsx'), 'ConfirmEmail'),
})
const confirmSignUp = createRoute({
  getParentRoute: () => root,
  path: '/confirm-sign-up',
  validateSearch: z.object({ next: word }),
  beforeLoad: requireSignIn,
  component: lazyScreen(() => import('./screens/account/ConfirmSignUp.tsx'), 'ConfirmSignUp'),
})
const twoFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  validateSearch: z.object({ next: word }),
  beforeLoad: requireSignIn,
  component: lazyScreen(() => import('./screens/account/TwoFactorDemanded.tsx'), 'TwoFactorDemanded'),
})

export const entryRoutes = [
  signIn,
  signUp,
  reset,
  invitation,
  legal,
  help,
  confirmEmail,
  confirmSignUp,
  twoFactor,
] as const
