import { z } from 'zod'
import { Account, proof, SecondFactor } from './auth.ts'
import { defineEndpoint, done, Id, nothing, Timestamp } from '../endpoint.ts'

export const recoveryCodeCount = 10
export const passkeyLimits = { perPerson: 20, name: 60 } as const

const Ticket = z.string().min(20).max(100)
const AppCode = z
  .string()
  .max(20)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code from your app.'))

export const enterCode = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in/two-factor',
  summary: 'Complete a sign-in with an app code or recovery code.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ ticket: Ticket, code: SecondFactor }),
  output: Account,
  touches: ['account'],
})

export const TwoFactor = z.object({
  isOn: z.boolean(),
  since: Timestamp.nullable(),
  recoveryCodesLeft: z.int(),
  isRequired: z.boolean(),
  wasRemoved: z.boolean(),
})
export const readTwoFactor = defineEndpoint({
  method: 'GET',
  path: '/api/auth/two-factor',
  summary: 'Get whether your two-factor sign-in is on.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: TwoFactor,
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})

export const beginTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/two-factor/begin',
  summary: 'Get a new secret for an authenticator app; it takes effect once confirmed.',
  needs: 'member',
  params: nothing,
  input: z.strictObject(proof),
  output: z.object({ secret: z.string(), uri: z.string() }),
  touches: [],
  provedBy: 'password',
  personally: true,
  whileHeldBack: true,
})

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export const confirmTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  summary: 'Turn on two-factor sign-in and get recovery codes, shown once.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ code: AppCode }),
  output: RecoveryCodes,
  touches: ['account', 'notifications'],
  personally: true,
  whileHeldBack: true,
})
export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  summary: 'Replace your recovery codes.',
  needs: 'member',
  params: nothing,
  input: z.strictObject(proof),
  output: RecoveryCodes,
  touches: ['account', 'notifications'],
  provedBy: 'password',
  personally: true,
  whileHeldBack: true,
})
export const removeTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/two-factor/remove',
  summary: 'Turn off two-factor sign-in.',
  needs: 'member',
  params: nothing,
  input: z.strictObject(proof),
  output: done,
  touches: ['account', 'notifications'],
  provedBy: 'password',
  personally: true,
  whileHeldBack: true,
})

/** This is WebAuthn Level 3 JSON. The WebAuthn library validates it. */
const CredentialOptions = z.record(z.string(), z.unknown())
const Credential = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
})
const Challenge = z.object({ ticket: z.string(), options: CredentialOptions })
const PasskeyName = z.string().trim().min(1, 'Enter a name for the passkey.').max(passkeyLimits.name)

export const passkeySignInOptions = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in/passkey/options',
  summary: 'Get a challenge for signing in with a passkey.',
  needs: 'nobody',
  params: nothing,
  input: nothing,
  output: Challenge,
  touches: [],
})
export const enterByPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in/passkey',
  summary: 'Sign in with a passkey.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ ticket: Ticket, credential: Credential }),
  output: Account,
  touches: ['account'],
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  isSynced: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'List your passkeys.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(Passkey),
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})
export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Get a challenge for adding a passkey.',
  needs: 'member',
  params: nothing,
  input: z.strictObject(proof),
  output: Challenge,
  touches: [],
  provedBy: 'password',
  personally: true,
  whileHeldBack: true,
})
export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ ticket: Ticket, name: PasskeyName, credential: Credential }),
  output: Passkey,
  touches: ['account', 'notifications'],
  personally: true,
  whileHeldBack: true,
})
const one = z.strictObject({ passkeyId: Id })
export const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/:passkeyId',
  summary: 'Rename a passkey.',
  needs: 'member',
  params: one,
  input: z.strictObject({ name: PasskeyName }),
  output: Passkey,
  touches: ['account'],
  personally: true,
  whileHeldBack: true,
})
export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys/:passkeyId/remove',
  summary: 'Remove a passkey.',
  needs: 'member',
  params: one,
  input: z.strictObject(proof),
  output: done,
  touches: ['account', 'notifications'],
  provedBy: 'password',
  personally: true,
  whileHeldBack: true,
})
