import { z } from 'zod'
import { defineEndpoint, done, Id, nothing } from '../endpoint.ts'
import { isTimeZone } from '../time-zone.ts'
import { unseen } from '../unseen.ts'
import { firmRoles, professions } from './roles.ts'

export const passwordLimits = { min: 10, max: 200 } as const

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Enter an email address such as name@firm.example.'))
export const Password = z
  .string()
  .min(passwordLimits.min, `Use at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `Use at most ${passwordLimits.max} characters.`)
export const GivenPassword = z.string().min(1, 'Enter your password.').max(passwordLimits.max)
export const missingCode = 'Enter the six-digit code from your app, or a recovery code.'
export const SecondFactor = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, missingCode))
/**
 * Users must reenter these credentials for endpoints with `provedBy`. `code` is checked only if two-factor sign-in is
 * on.
 */
export const proof = { password: GivenPassword, code: SecondFactor.optional() }
/** Emails quote names, so a name must not add lines of its own. */
export const Name = z.string().overwrite((text) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
/** Joiners between letters are part of Persian and Indic names. */
const joiners = /(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu
export const PersonName = Name.min(1, 'Enter your name.')
  .max(120)
  .refine((name) => name.replaceAll(joiners, '').search(unseen) === -1, 'Enter a name without invisible characters.')
const FirmName = Name.min(2, 'Enter a firm name of at least 2 characters.').max(120)
const Token = z.string().min(20).max(100)

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
  /** If true, most endpoints reject requests until the user sets up two-factor sign-in. */
  mustSetUpTwoFactor: z.boolean(),
  /** If true, all other endpoints reject requests until the user opens the emailed link. */
  mustConfirmEmail: z.boolean().default(false),
  /** The firms that the user can switch to, including this one. */
  firms: z.array(z.object({ id: Id, name: z.string() })).default([]),
  avatar: z.string().nullable(),
  isSample: z.boolean(),
  /** How many days deleted items can be restored, or 0 if they can't be. Older versions omit this field. */
  deletedKeepDays: z.number().nullable().default(null),
})
export type Account = z.infer<typeof Account>

export const SecondStep = z.object({ ticket: z.string() })
export const SignInAnswer = z.union([Account, SecondStep])
export type SignInAnswer = z.infer<typeof SignInAnswer>
export const isSecondStep = (answer: SignInAnswer): answer is z.infer<typeof SecondStep> => 'ticket' in answer

export const EntryOptions = z.object({
  canSignUp: z.boolean(),
  signUpNeedsLink: z.boolean(),
  trialDays: z.int().nullable(),
  /** True if one-click demo sign-in is available. It requires `npm run demo` and a loopback connection. */
  demoEntry: z.boolean(),
  canMailLinks: z.boolean(),
  /** The host name for passkeys. Null if users reach the installation by IP address. */
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
    timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone such as America/Chicago.').optional(),
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
  summary: 'Sign in to the demo firm. Works only in the demo and from this machine.',
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
  whileUnproven: true,
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
  whileUnproven: true,
})

export const resendConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-up/confirmation',
  summary: 'Send the sign-up confirmation email again.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: done,
  touches: [],
  personally: true,
  whileUnproven: true,
})

export const switchFirm = defineEndpoint({
  method: 'POST',
  path: '/api/auth/firm',
  summary: 'Switch this session to another of your firms.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ firmId: Id }),
  output: Account,
  touches: [],
  personally: true,
  whileHeldBack: true,
})

/** Returns the same response for every email address, so it can't reveal which addresses have accounts. */
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

export const readInvitation = defineEndpoint({
  method: 'GET',
  path: '/api/auth/invitation',
  summary: 'Get the inviter and firm for an invitation link.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ token: Token }),
  output: z.object({
    firmName: z.string(),
    invitedBy: z.string().nullable(),
  }),
  touches: ['team'],
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
  touches: ['account', 'notifications'],
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
