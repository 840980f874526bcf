/** The specification requires `message` to be "status: sentence". */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly sentence: string
  readonly code: string
  readonly requestId: string | null
  readonly fields: Readonly<Record<string, string>>

  constructor(
    status: number,
    sentence: string,
    detail: { code?: string; requestId?: string | null; fields?: Record<string, string> } = {},
  ) {
    super(status === 0 ? sentence : `${status}: ${sentence}`)
    this.status = status
    this.sentence = sentence
    this.code = detail.code ?? 'unknown'
    this.requestId = detail.requestId ?? null
    this.fields = detail.fields ?? {}
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const unreachable = (): ApiError =>
  new ApiError(0, 'The server couldn’t be reached. Check your connection and try again.', { code: 'unreachable' })

/** Use if a response doesn't match the schema, for example after a server update. */
export const unreadable = (response: Response): ApiError =>
  new ApiError(response.status, 'Unexpected response from the server. Reload the page.', {
    code: 'unreadable',
    requestId: response.headers.get('x-request-id'),
  })

export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.text().catch(() => '')).trim()
  return new ApiError(response.status, body || response.statusText, {
    code: response.headers.get('x-error-code') ?? 'unknown',
    requestId: response.headers.get('x-request-id'),
    fields: parseFields(response.headers.get('x-error-fields')),
  })
}

/** The header is URI-encoded JSON because headers carry only Latin-1. A malformed header is ignored. */
function parseFields(header: string | null): Record<string, string> {
  if (!header) return {}
  try {
    const fields: unknown = JSON.parse(decodeURIComponent(header))
    if (typeof fields !== 'object' || fields === null) return {}
    return Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [path, String(sentence)]))
  } catch {
    return {}
  }
}

export function describeError(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.'
}

export function toFieldError(error: unknown): string | undefined {
  if (!error) return undefined
  return error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.sentence) : describeError(error)
}
