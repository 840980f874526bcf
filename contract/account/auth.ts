import { z } from 'zod'
import { defineEndpoint, done, Id, nothing } from '../endpoint.ts'
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
/** A password that exists already, whatever the rules were when it was set. */
export const GivenPassword = z.string().min(1, 'Enter your password.').max(passwordLimits.max)
export const missingCode = 'Enter the six digits of your app, or a recovery code.'
/** Six digits of the app, or a recovery code; spaces and hyphens are how people type them. */
export const SecondFactor = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, missingCode))
/** What proves a signed-in person before an act that is `provedBy` their password; the code where two-factor sign-in is on. */
export const proof = { password: GivenPassword, code: SecondFactor.optional() }
export const PersonName = z.string().trim().min(1, 'Enter your name.').max(120)
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
  /** This person has to set up two-factor sign-in: nothing else answers until then. */
  mustSetUpTwoFactor: z.boolean(),
  /** A small picture as a data address; null shows the initials. */
  avatar: z.string().nullable(),
})
export type Account = z.infer<typeof Account>

/** The password was right, and this person has two-factor sign-in on: the code is sent with the ticket. */
export const SecondStep = z.object({ ticket: z.string() })
export const SignInAnswer = z.union([Account, SecondStep])
export type SignInAnswer = z.infer<typeof SignInAnswer>
export const isSecondStep = (answer: SignInAnswer): answer is z.infer<typeof SecondStep> => 'ticket' in answer

/** How this installation lets people in; the sign-in screen shows what applies. */
export const EntryOptions = z.object({
  /** May a stranger create a firm now? With SIGN_UP=first only through the one-time link. */
  canSignUp: z.boolean(),
  signUpNeedsLink: z.boolean(),
  /** How long a new firm may try the product; null without an end. */
  trialDays: z.int().nullable(),
  /** One-click entry of the demo: only with `npm run demo`, only from loopback. */
  demoEntry: z.boolean(),
  canMailLinks: z.boolean(),
  /** The host name passkeys belong to; null where the installation is reached by a number instead of a name. */
  passkeyHost: z.string().nullable(),
})
export type EntryOptions = z.infer<typeof EntryOptions>

export const entryOptions = defineEndpoint({
  method: 'GET',
  path: '/api/auth/options',
  summary: 'List the ways to sign in to this installation.',
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
  summary: 'Sign in with email and password; two-factor sign-in takes a second step.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ email: Email, password: GivenPassword }),
  output: SignInAnswer,
  touches: ['account'],
})

export const demoSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in/demo',
  summary: 'Enter the demo firm; only in the demo, from this machine.',
  needs: 'nobody',
  params: nothing,
  input: nothing,
  output: Account,
  touches: ['account'],
})

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out and end the session.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: done,
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})

export const readAccount = defineEndpoint({
  method: 'GET',
  path: '/api/auth/account',
  summary: 'Get who is signed in.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: Account,
  touches: ['account'],
  whileHeldBack: true,
})

/** Always answers alike, so that nobody learns which addresses have accounts. */
export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password-reset/request',
  summary: 'Request a password reset link.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ email: Email }),
  output: done,
  touches: [],
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
  summary: 'Set a new password with a reset link, and end all sessions.',
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
  output: SignInAnswer,
  touches: ['account', 'team'],
})

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/password',
  summary: 'Change your password and optionally end your other sessions.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    current: GivenPassword,
    code: SecondFactor.optional(),
    password: Password,
    endOthers: z.boolean(),
  }),
  output: done,
  touches: ['account'],
  provedBy: 'current',
  personally: true,
  whileHeldBack: true,
})

export const signInMethods = ['password', 'two_factor', 'recovery_code', 'passkey', 'link', 'demo'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const SignInSession = z.object({
  id: Id,
  method: z.enum(signInMethods),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
})
export const listSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List your sessions.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(SignInSession),
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})
export const revokeSignIn = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of your sessions.',
  needs: 'member',
  params: z.strictObject({ id: Id }),
  input: nothing,
  output: done,
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})

export const endOtherSignIns = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  summary: 'End all your other sessions.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.strictObject({ ended: z.int() }),
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})
