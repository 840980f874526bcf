import { z } from 'zod'
import { proof } from './auth.ts'
import { defineEndpoint, done, Id, nothing, Timestamp } from '../endpoint.ts'

/**
 * A token never has more permissions than its owner and can't change sign-in settings. `administer` covers calls that
 * require an administrator or operator.
 */
export const tokenScopes = ['read', 'write', 'administer'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const tokenLimits = { perPerson: 50, name: 60, maxDays: 365, defaultDays: 90 } as const

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  isExpired: z.boolean(),
  lastUsedAt: Timestamp.nullable(),
  lastUsedIp: z.string().nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const listTokens = defineEndpoint({
  method: 'GET',
  path: '/api/auth/tokens',
  summary: 'List your API tokens.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(ApiToken),
  touches: ['account'],
  personally: true,
})

export const createToken = defineEndpoint({
  method: 'POST',
  path: '/api/auth/tokens',
  summary: 'Create an API token. It’s shown only once.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    name: z.string().trim().min(1, 'Enter a name for the token.').max(tokenLimits.name),
    scopes: z
      .array(z.enum(tokenScopes))
      .min(1, 'Choose what the token can do.')
      .transform((scopes) => tokenScopes.filter((each) => scopes.includes(each))),
    days: z
      .int('Enter a whole number of days.')
      .min(1, 'Enter at least 1 day.')
      .max(tokenLimits.maxDays, `Enter at most ${tokenLimits.maxDays} days.`)
      .nullable(),
    ...proof,
  }),
  output: z.object({ token: z.string(), record: ApiToken }),
  touches: ['account', 'notifications'],
  provedBy: 'password',
  personally: true,
})

export const revokeToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/tokens/:tokenId',
  summary: 'Revoke one of your API tokens.',
  needs: 'member',
  params: z.strictObject({ tokenId: Id }),
  input: nothing,
  output: done,
  touches: ['account', 'notifications'],
  personally: true,
})
