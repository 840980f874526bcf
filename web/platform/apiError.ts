/** A call that failed. `message` is what the specification shows: the status, a colon, a space, the sentence of the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number
  /** The server's sentence alone, for people. */
  readonly sentence: string
  /** The closed list of codes of the server ("not_found", "conflict" …); `unreachable` without an answer. */
  readonly code: string
  readonly requestId: string | null
  /** Sentence per field, by its path in the input. */
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

/** True if there's no such thing, or none that this person may see: both read the same. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const unreachable = (): ApiError =>
  new ApiError(0, 'The server could not be reached. Check your connection and try again.', { code: 'unreachable' })

/** The answer is not of the shape that this page knows, as after an update of the server while the page was open. */
export const unreadable = (response: Response): ApiError =>
  new ApiError(response.status, 'This page does not understand the answer of the server. Load the page again.', {
    code: 'unreadable',
    requestId: response.headers.get('x-request-id'),
  })

/** Reads a refusal: its body is one sentence, its details travel in headers. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.text().catch(() => '')).trim()
  return new ApiError(response.status, body || response.statusText, {
    code: response.headers.get('x-error-code') ?? 'unknown',
    requestId: response.headers.get('x-request-id'),
    fields: parseFields(response.headers.get('x-error-fields')),
  })
}

/** `header` is JSON, URI-encoded because headers carry Latin-1 only. A header that cannot be read counts as absent. */
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

/** The text to show for any failure; for an answer of the server its status, a colon, and the body (specification, section 8). */
export function describeError(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Please try again.'
}

/** What a field says about a failure: the sentence alone, because the field is about nothing else. */
export function toFieldError(error: unknown): string | undefined {
  if (!error) return undefined
  return error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.sentence) : describeError(error)
}
