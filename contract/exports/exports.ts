import { z } from 'zod'
import { defineEndpoint, Id, nothing, page, Timestamp } from '../endpoint.ts'
import {
  type ExportScopeKind,
  exportScopes,
  type ExportTemplate,
  exportTemplates,
  type ExportType,
  exportTypes,
  isMadeIn,
  templateRules,
} from './templates.ts'
import { passwordLimits, passwordStrength, weakPassword } from './passwords.ts'
import { severities } from '../findings/findings.ts'
import { highlightTypes } from '../highlights/highlights.ts'
import { ShareAddress, ShareLink } from './share.ts'

export const exportStatuses = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired', 'revoked'] as const
export type ExportStatus = (typeof exportStatuses)[number]

export const paperSizes = ['letter', 'a4'] as const
export const reelOrders = ['time', 'juror', 'picked'] as const
export const captionModes = ['none', 'burned', 'selectable'] as const
export const exportLimits = {
  minHours: 1,
  maxHours: 365 * 24,
  defaultHours: 7 * 24,
  maxContextSeconds: 60,
  watermark: 60,
  picked: 500,
  jurors: 200,
  /** Per firm. */
  unfinished: 100,
} as const

export const ExportScope = z.strictObject({ kind: z.enum(exportScopes), id: Id })
export type ExportScope = z.infer<typeof ExportScope>

/**
 * An empty list means no filter. Dismissed highlights are never exported. Suggestions are exported only if
 * `includeSuggestions` is true.
 */
export const ExportFilters = z.strictObject({
  types: z.array(z.enum(highlightTypes)).max(highlightTypes.length).default([]),
  severities: z.array(z.enum(severities)).max(severities.length).default([]),
  jurors: z.array(z.string().trim().min(1).max(20)).max(exportLimits.jurors).default([]),
  highlightIds: z.array(Id).max(exportLimits.picked).default([]),
})
export type ExportFilters = z.infer<typeof ExportFilters>

const contextWords = `Enter 0 to ${exportLimits.maxContextSeconds} seconds before and after.`

export const ExportOptions = z.strictObject({
  redactNames: z.boolean().default(true),
  redactEmployers: z.boolean().default(true),
  includePrivileged: z.boolean().default(false),
  includeSuggestions: z.boolean().default(false),
  paper: z.enum(paperSizes).default('letter'),
  watermark: z.string().trim().max(exportLimits.watermark).default(''),
  /** If false, the document is marked as a privileged draft. */
  filing: z.boolean().default(false),
  stills: z.boolean().default(false),
  contextSeconds: z
    .number(contextWords)
    .min(0, contextWords)
    .max(exportLimits.maxContextSeconds, contextWords)
    .default(5),
  captions: z.enum(captionModes).default('selectable'),
  timecodeBurn: z.boolean().default(false),
  titleCards: z.boolean().default(true),
  reelOrder: z.enum(reelOrders).default('time'),
})
export type ExportOptions = z.infer<typeof ExportOptions>

export const NewPassword = z
  .string()
  .min(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `Password can’t be longer than ${passwordLimits.max} characters.`)
  // This is required because qpdf reads the password as a single line.
  .refine(
    // oxlint-disable-next-line no-control-regex
    (password) => !/[\u0000-\u001F\u007F]/.test(password),
    'Password can’t contain line breaks or control characters.',
  )
  .refine((password) => passwordStrength(password).isEnough, weakPassword)

const Hours = z.number().min(exportLimits.minHours).max(exportLimits.maxHours)

const plan = {
  type: z.enum(exportTypes),
  template: z.enum(exportTemplates),
  scope: ExportScope,
  filters: ExportFilters.default({ types: [], severities: [], jurors: [], highlightIds: [] }),
  options: ExportOptions.prefault({}),
}
type Fitting = { type: ExportType; template: ExportTemplate; scope: { kind: ExportScopeKind } }
const fits = ({ type, template, scope }: Fitting) =>
  isMadeIn(template, type) && templateRules[template].scopes.includes(scope.kind)
const misfit = {
  path: ['template'],
  message: 'This template isn’t available for this file type and scope. Choose a different type or template.',
}

const isOne = ({ template, filters }: { template: keyof typeof templateRules; filters: ExportFilters }) =>
  !templateRules[template].oneHighlight || filters.highlightIds.length === 1
const notOne = { path: ['filters', 'highlightIds'], message: 'Select exactly one highlight for a clip.' }

export const ExportPlan = z.strictObject(plan).refine(fits, misfit).refine(isOne, notOne)
export type ExportPlan = z.infer<typeof ExportPlan>

export const NewExport = z
  .strictObject({
    ...plan,
    /**
     * Encrypts the exported file with this password, which is stored encrypted and deleted after the file is written.
     */
    password: NewPassword.optional(),
    /** The file is deleted within 24 hours after it expires. Null means it never expires, if the firm allows that. */
    expiresInHours: Hours.nullable().default(exportLimits.defaultHours),
    /**
     * Timecodes link to this shared video if it includes that moment, and otherwise to the review room. The URL is
     * stored encrypted and deleted after the file is written.
     */
    filmLink: ShareAddress.optional(),
  })
  .refine(fits, misfit)
  .refine(isOne, notOne)
export type NewExport = z.infer<typeof NewExport>

export const ExportEstimate = z.object({
  pages: z.int().nullable(),
  rows: z.int().nullable(),
  seconds: z.number().nullable(),
  bytes: z.int(),
  items: z.int(),
  warnings: z.array(z.string()),
})
export type ExportEstimate = z.infer<typeof ExportEstimate>

export const Export = z.object({
  id: Id,
  caseId: Id.nullable(),
  sessionId: Id.nullable(),
  videoId: Id.nullable(),
  type: z.enum(exportTypes),
  template: z.enum(exportTemplates),
  title: z.string(),
  scope: ExportScope,
  filters: ExportFilters,
  options: ExportOptions,
  hasPassword: z.boolean(),
  neverLinked: z.boolean(),
  film: z.object({ exportId: Id, title: z.string() }).nullable(),
  status: z.enum(exportStatuses),
  progress: z.object({ fraction: z.number(), step: z.string(), secondsLeft: z.number().nullable() }).nullable(),
  failure: z.string().nullable(),
  filename: z.string(),
  sizeBytes: z.int().nullable(),
  sha256: z.string().nullable(),
  createdAt: Timestamp,
  createdBy: z.string(),
  readyAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
  downloads: z.int(),
  links: z.array(ShareLink),
  may: z.object({
    download: z.boolean(),
    cancel: z.boolean(),
    rerun: z.boolean(),
    share: z.boolean(),
    revoke: z.boolean(),
  }),
})
export type Export = z.infer<typeof Export>

export const JsonValue = z.json()

export const ExportDetail = Export.extend({
  /** Lists the inputs with their hashes, the software, and the parameters. Null until the file is ready. */
  manifest: z.record(z.string(), JsonValue).nullable(),
  /** The recordings listed in the manifest. `filename` is the current name. It's null if the recording was deleted. */
  recordings: z.array(z.object({ videoId: Id, filename: z.string().nullable(), sha256: z.string().nullable() })),
  downloadList: z.array(z.object({ at: Timestamp, by: z.string(), ip: z.string().nullable(), byLink: z.boolean() })),
})
export type ExportDetail = z.infer<typeof ExportDetail>

const one = z.strictObject({ exportId: Id })
const shows = ['exports', 'cases', 'sessions'] as const
const list = z.strictObject({
  ...page,
  status: z.enum(exportStatuses).optional(),
  type: z.enum(exportTypes).optional(),
})

export const listCaseExports = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/exports',
  summary: 'List the exports of a case, newest first.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: list,
  output: z.array(Export),
  touches: shows,
})

export const listSessionExports = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/exports',
  summary: 'List the exports of a session, newest first.',
  needs: 'member',
  params: z.strictObject({ sessionId: Id }),
  input: list,
  output: z.array(Export),
  touches: shows,
})

export const listVideoExports = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/exports',
  summary: 'List the exports of a video, newest first.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: list,
  output: z.array(Export),
  touches: [...shows, 'videos'],
})

export const estimateExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/estimate',
  takesLong: true,
  summary: 'Estimate the size and content of an export.',
  needs: 'member',
  params: nothing,
  input: ExportPlan,
  output: ExportEstimate,
  touches: [],
})

export const createExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports',
  takesLong: true,
  summary: 'Create an export in the background; a notification says when it’s ready.',
  needs: 'member',
  params: nothing,
  input: NewExport,
  output: Export,
  touches: ['exports'],
})

export const readExport = defineEndpoint({
  method: 'GET',
  path: '/api/exports/:exportId',
  summary: 'Get an export, its manifest, and who downloaded it.',
  needs: 'member',
  params: one,
  input: nothing,
  output: ExportDetail,
  touches: shows,
})

export const cancelExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:exportId/cancel',
  summary: 'Cancel an export in progress.',
  needs: 'member',
  params: one,
  input: nothing,
  output: Export,
  touches: ['exports'],
})

/**
 * The password and video link must be sent again because they aren't stored. If `filmLink` is null, timecodes link to
 * the review room.
 */
export const rerunExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:exportId/rerun',
  takesLong: true,
  summary: 'Create an export again from the current data.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    password: NewPassword.optional(),
    expiresInHours: Hours.nullable().default(exportLimits.defaultHours),
    filmLink: ShareAddress.nullable().optional(),
  }),
  output: Export,
  touches: ['exports'],
})

export const revokeExport = defineEndpoint({
  method: 'POST',
  path: '/api/exports/:exportId/revoke',
  summary: 'Destroy the file of an export and every link to it.',
  needs: 'member',
  params: one,
  input: z.strictObject({ reason: z.string().trim().max(500).default('') }),
  output: Export,
  touches: ['exports'],
})
