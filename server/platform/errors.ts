/** HTTP status per error code. The codes are part of the API. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  not_allowed: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  gone: 410,
  length_required: 411,
  precondition: 412,
  too_large: 413,
  unsupported: 415,
  range: 416,
  mismatch: 422,
  locked: 423,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  no_space: 507,
} as const

export type RefusalCode = keyof typeof statusOf

export type FieldErrors = Record<string, string>

type RefusalDetail = {
  fields?: FieldErrors
  current?: unknown
  retryAfterSeconds?: number
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, message: string, detail: RefusalDetail = {}) {
    super(message)
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/**
 * Means that the server is low on disk space. A firm over its quota gets a plain `no_space`, and jobs don't wait for
 * that.
 */
export class DiskLow extends Refusal {
  constructor(message: string) {
    super('no_space', message)
  }
}

/** Uses the same message for missing and forbidden rows, so IDs reveal nothing. */
export const absent = (what: string): Refusal =>
  new Refusal('not_found', `This ${what} doesn’t exist or you don’t have access to it.`)

export function sqlState(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code)) return each.code
  }
  return null
}

export const uniqueViolation = '23505'

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function refuse(sentence: string | null): void {
  if (sentence !== null) throw new Refusal('conflict', sentence)
}

export function refuseFaults(fields: FieldErrors): void {
  if (Object.keys(fields).length === 0) return
  throw new Refusal('invalid', [...new Set(Object.values(fields))].join(' '), { fields })
}

export const fault = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })
