import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { passwordLimits, passwordStrength, weakPassword } from './passwords.ts'

export const shareLimits = {
  minHours: 1,
  maxHours: 365 * 24,
  defaultHours: 7 * 24,
  maxDownloads: 1000,
  recipients: 50,
  wrongPasswords: 5,
  windowMinutes: 15,
  lockMinutes: 15,
  codeMinutes: 10,
  codeTries: 5,
  codesInWindow: 3,
} as const

export const linkStates = ['open', 'locked', 'expired', 'revoked', 'used_up', 'unavailable'] as const
export type LinkState = (typeof linkStates)[number]

export const ShareLink = z.object({
  id: Id,
  label: z.string(),
  recipients: z.array(z.string()),
  hasPassword: z.boolean(),
  hasEmailCode: z.boolean(),
  state: z.enum(linkStates),
  expiresAt: Timestamp,
  downloads: z.int(),
  maxDownloads: z.int().nullable(),
  createdAt: Timestamp,
  createdBy: z.string(),
  lastOpenedAt: Timestamp.nullable(),
  mayRevoke: z.boolean(),
})
export type ShareLink = z.infer<typeof ShareLink>

export const accessKinds = [
  'page_opened',
  'password_wrong',
  'password_right',
  'code_sent',
  'code_refused',
  'code_wrong',
  'code_right',
  'locked',
  'downloaded',
  'refused_used_up',
] as const
export const ShareAccess = z.object({
  at: Timestamp,
  kind: z.enum(accessKinds),
  ip: z.string().nullable(),
  browser: z.string(),
  recipient: z.string().nullable(),
})
export type ShareAccess = z.infer<typeof ShareAccess>

const token = /\/s\/([A-Za-z0-9_-]{43})(?=$|[?#])/

export const ShareAddress = z
  .string()
  .trim()
  .max(500, 'Paste one link only.')
  .regex(token, 'Paste the full share link. It contains “/s/” followed by 43 characters.')
export const readToken = (address: string): string => token.exec(address)?.[1] ?? ''

const one = z.strictObject({ exportId: Id, linkId: Id })

const downloadsWords = `Enter a whole number from 1 to ${shareLimits.maxDownloads}, or leave it blank for no limit.`

export const createShareLink = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:exportId/links',
  summary: 'Create a share link to an export; its address is shown once.',
  needs: 'member',
  params: z.strictObject({ exportId: Id }),
  input: z.strictObject({
    label: z.string().trim().max(120).default(''),
    recipients: z
      .array(z.email('Enter an email address such as name@firm.example.').max(254))
      .max(shareLimits.recipients)
      .default([]),
    password: z
      .string()
      .min(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters.`)
      .max(passwordLimits.max, `Password can’t be longer than ${passwordLimits.max} characters.`)
      .refine((password) => passwordStrength(password).isEnough, weakPassword)
      .optional(),
    emailCode: z.boolean().default(false),
    expiresInHours: z.number().min(shareLimits.minHours).max(shareLimits.maxHours).default(shareLimits.defaultHours),
    maxDownloads: z
      .int(downloadsWords)
      .min(1, downloadsWords)
      .max(shareLimits.maxDownloads, downloadsWords)
      .nullable()
      .default(null),
  }),
  output: z.object({ link: ShareLink, url: z.string() }),
  touches: ['exports'],
})

export const revokeShareLink = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:exportId/links/:linkId/revoke',
  summary: 'Revoke a share link.',
  needs: 'member',
  params: one,
  input: nothing,
  output: ShareLink,
  touches: ['exports'],
})

export const listShareAccesses = defineEndpoint({
  method: 'GET',
  path: '/api/exports/:exportId/links/:linkId/accesses',
  summary: 'List who opened a share link, newest first.',
  needs: 'member',
  params: one,
  input: nothing,
  output: z.array(ShareAccess),
  touches: ['exports'],
})
