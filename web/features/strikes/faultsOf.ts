import { ApiError, sentenceOf } from '#web/platform/apiError.ts'

/** What is wrong, a sentence each: those of a strike name what is missing, so that the names of the fields only disturb. */
export const faultsOf = (error: unknown): string => {
  const sentences = error instanceof ApiError ? Object.values(error.fields) : []
  return sentences.length > 0 ? sentences.join(' ') : sentenceOf(error)
}
