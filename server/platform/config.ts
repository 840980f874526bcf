import { resolve } from 'node:path'
import { z } from 'zod'
import '#contract/messages.ts'
import { capabilities, lanes, nodeRoles } from '#contract/operations/nodes.ts'
import { parseStorageUrl } from './storage/url.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter(Boolean),
  )
const yes = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'])
  .transform((value) => value === 'true' || value === '1' || value === 'yes')
const optionalUrl = (protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    )
    .optional()

const someCapabilities = list.pipe(z.array(z.enum(capabilities, `must be one or more of ${capabilities.join(', ')}`)))

export const keySource = /^(file|env|command):(.+)$/
const keyFrom = z.string().regex(keySource, 'must start with file:, env:, or command:').optional()

/** A test checks that docs/operations.md documents every setting. Sizes are in GiB. */
export const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => resolve(path)),
  WORK_DIR: z
    .string()
    .min(1)
    .optional()
    .transform((path) => (path ? resolve(path) : undefined)),
  DATABASE_URL: optionalUrl(['postgres:', 'postgresql:']),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(3).max(200).default(10),
  STORAGE_URL: z
    .string()
    .transform((value, context) => {
      const place = parseStorageUrl(value)
      if (!place)
        context.addIssue('must look like file:///folder or s3://bucket?endpoint=https://store.example, without keys')
      return place ?? z.NEVER
    })
    .optional(),
  SCRATCH_GB: z.coerce.number().min(0).default(50),
  ROLE: z.enum(nodeRoles).default('all'),
  LANES: list
    .pipe(z.array(z.enum(lanes, `must be one or more of ${lanes.join(', ')}`)))
    .transform((some) => (some.length > 0 ? some : [...lanes])),
  CAPABILITIES: someCapabilities,
  ANALYSES_REQUIRE: someCapabilities,
  PUBLIC_URL: optionalUrl(['http:', 'https:']),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  TRUSTED_PROXIES: list,
  SIGN_UP: z.enum(['first', 'invite', 'open']).default('first'),
  OPERATOR_EMAILS: list,
  IDLE_HOURS: z.coerce
    .number()
    .positive()
    .max(24 * 30)
    .default(12),
  SESSION_DAYS: z.coerce.number().positive().max(365).default(30),
  MAX_UPLOAD_GB: z.coerce.number().positive().max(1000).default(20),
  QUOTA_GB: z.coerce.number().positive().optional(),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(300).default(0),
  MIN_FREE_GB: z.coerce.number().min(0).default(2),
  ANALYSES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(1),
  FIRM_JOBS_AT_ONCE: z.coerce.number().int().min(1).optional(),
  SPEECH_URL: optionalUrl(['http:', 'https:']),
  SPEECH_MODEL: z.string().default('whisper-1'),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_ALLOW_REMOTE: yes.default(false),
  OPINION_URL: optionalUrl(['http:', 'https:']),
  OPINION_KIND: z.enum(['openai', 'anthropic']).default('openai'),
  OPINION_MODEL: z.string().min(1).optional(),
  OPINION_API_KEY: z.string().optional(),
  OPINION_ALLOW_REMOTE: yes.default(false),
  MODELS_DIR: z
    .string()
    .min(1)
    .optional()
    .transform((path) => (path ? resolve(path) : undefined)),
  BUILT_IN_RECOGNITION: yes.default(true),
  DRAFT_RECOGNITION: yes.default(true),
  DRAFT_FINDINGS: yes.default(false),
  MIGRATE_WITHOUT_BACKUP: yes.default(false),
  RATE_LIMIT: z.coerce.number().int().min(0).default(3000),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  PIPELINE_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  MONITOR_HOSTS: list,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(['http:', 'https:']),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w-]+=([^,%]|%[\da-f]{2})+(,[\w-]+=([^,%]|%[\da-f]{2})+)*$/i,
      'must look like authorization=Bearer%20TOKEN',
    )
    .optional(),
  SMTP_URL: optionalUrl(['smtp:', 'smtps:']),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address such as "Venire <venire@firm.example>"')
    .optional(),
  AUDIT_FORWARD_TO: optionalUrl(['http:', 'https:', 'syslog:', 'mailto:']),
  TRIAL_DAYS: z.coerce.number().int().min(0).max(3650).default(0),
  DELETED_KEEP_DAYS: z.coerce.number().min(0).max(3650).default(30),
  MEDIA_CHECK_DAYS: z.coerce.number().min(0).max(3650).default(30),
  INSTALLATION_KEY: keyFrom,
  SECRETS_KEY: keyFrom,
  BACKUP_KEY: keyFrom,
  DEMO: yes.default(false),
})

export type Config = z.output<typeof settings>

function toSentence(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const isNumber = issue.code === 'invalid_type' && issue.expected === 'number'
  const message = isNumber ? `must be a number, not "${String(given[String(issue.path[0])])}"` : issue.message
  // The caller adds the setting's name, but custom messages may already start with it.
  const name = issue.path.join('.')
  return message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
}

/** Returns false for credentials with a bare "%", which `URL` accepts but `decodeURIComponent` rejects. */
function hasReadableCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
}

/** Treats empty strings as absent. Throws `ConfigFault` if a setting is invalid. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // Values from settings files may have trailing spaces or CRLF.
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const)
  const present = Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value !== ''))
  const result = settings.safeParse(present)
  const faults = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${toSentence(issue, present)}`)
  if (!present.TLS_CERT !== !present.TLS_KEY) faults.push('Set both TLS_CERT and TLS_KEY, or neither')
  if (!present.OPINION_URL !== !present.OPINION_MODEL) faults.push('Set both OPINION_URL and OPINION_MODEL, or neither')
  if (!present.SMTP_URL !== !present.MAIL_FROM) faults.push('Set both SMTP_URL and MAIL_FROM, or neither')
  if (present.AUDIT_FORWARD_TO?.startsWith('mailto:') && !present.SMTP_URL)
    faults.push('AUDIT_FORWARD_TO: an email address requires SMTP_URL')
  if (present.ROLE && present.ROLE !== 'all' && !present.DATABASE_URL)
    faults.push(`ROLE: "${present.ROLE}" requires DATABASE_URL, because the embedded database allows only one process`)
  for (const name of ['SMTP_URL', 'DATABASE_URL'] as const)
    if (present[name] && !hasReadableCredentials(present[name]))
      faults.push(`${name}: write a "%" in its name or password as "%25"`)
  if (faults.length > 0 || !result.success)
    throw new ConfigFault(`These settings need attention:\n  ${faults.join('\n  ')}`)
  return result.data
}

export const getRestoreCutoff = ({ DELETED_KEEP_DAYS }: Pick<Config, 'DELETED_KEEP_DAYS'>): Date =>
  new Date(Date.now() - DELETED_KEEP_DAYS * 86_400_000)

export function publicUrl(config: Config, listeningPort = config.PORT): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL.replace(/\/+$/, '')
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST
  return `${config.TLS_CERT ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`
}
