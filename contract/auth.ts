import { z } from 'zod'
import { defineEndpoint, done, Id, nothing } from './endpoint.ts'
import { firmRoles, professions } from './roles.ts'

export const passwordLimits = { min: 10, max: 200 } as const

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Enter an e-mail address such as name@firm.example.'))
export const Password = z
  .string()
  .min(passwordLimits.min, `Use a password of at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `Use a password of at most ${passwordLimits.max} characters.`)
const PersonName = z.string().trim().min(1, 'Enter your name.').max(120)
const FirmName = z.string().trim().min(2, 'Enter the name of the firm, at least 2 characters.').max(120)
/** A one-time token as it stands in a link: 32 random bytes, base64url. */
const Token = z.string().min(20).max(100)

/** The signed-in person, as every screen knows them. */
export const Account = z.object({
  userId: Id,
  email: z.string(),
  name: z.string(),
  initials: z.string(),
  firmId: Id,
  firmName: z.string(),
  role: z.enum(firmRoles),
  profession: z.enum(professions),
  isOperator: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** How this installation lets people in; the sign-in screen shows what applies. */
export const EntryOptions = z.object({
  /** May a stranger create a firm now? With SIGN_UP=first only through the one-time link. */
  canSignUp: z.boolean(),
  signUpNeedsLink: z.boolean(),
  /** One-click entry of the demo: only with `npm run demo`, only from loopback. */
  demoEntry: z.boolean(),
  canMailLinks: z.boolean(),
})
export type EntryOptions = z.infer<typeof EntryOptions>

export const entryOptions = defineEndpoint({
  method: 'GET',
  path: '/api/auth/options',
  summary: 'How people may enter this installation.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ token: Token.optional() }),
  output: EntryOptions,
  touches: ['account'],
})

export const signUp = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Create a firm and its first administrator, and sign in.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({
    firmName: FirmName,
    name: PersonName,
    email: Email,
    password: Password,
    token: Token.optional(),
  }),
  output: Account,
  touches: ['account'],
})

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with e-mail and password; sets the session cookie.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ email: Email, password: z.string().min(1, 'Enter your password.').max(passwordLimits.max) }),
  output: Account,
  touches: ['account'],
})

export const demoSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in/demo',
  summary: 'Enter the demo firm; answers on loopback and in the demo only.',
  needs: 'nobody',
  params: nothing,
  input: nothing,
  output: Account,
  touches: ['account'],
})

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out; the session ends at once.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: done,
  touches: ['account'],
})

export const readAccount = defineEndpoint({
  method: 'GET',
  path: '/api/auth/account',
  summary: 'Who is signed in.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: Account,
  touches: ['account'],
})

/** Always answers alike, so that nobody learns which addresses have accounts. */
export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password-reset/request',
  summary: 'Ask for a password reset link.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ email: Email }),
  output: done,
  touches: [],
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
  summary: 'Set a new password with a one-time link; ends all sessions of that person.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ token: Token, password: Password }),
  output: done,
  touches: ['account'],
})

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  summary: 'Join a firm with an invitation link, and sign in.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ token: Token, name: PersonName, password: Password }),
  output: Account,
  touches: ['account', 'team'],
})

export const SignInSession = z.object({
  id: Id,
  createdAt: z.string(),
  lastSeenAt: z.string(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
})
export const listSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where this person is signed in.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(SignInSession),
  touches: ['account'],
})
export const revokeSignIn = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of my sessions.',
  needs: 'member',
  params: z.strictObject({ id: Id }),
  input: nothing,
  output: done,
  touches: ['account'],
})
