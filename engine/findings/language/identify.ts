import { eld } from 'eld/medium'

/** A dozen words, names among them, look like any language; a hundred letters do not. */
const lettersAtLeast = 100
/** A prefix settles it; the rest of a six-hour transcript would only cost time. */
const charactersAtMost = 100_000

/**
 * The language of a whole transcript as ISO 639-1 ("en"); null where there is too little text, or where the detector
 * itself doubts. Never ask it about one answer: "No." is every language.
 */
export function identifyLanguage(text: string): string | null {
  const sample = text.slice(0, charactersAtMost)
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < lettersAtLeast) return null
  const found = eld.detect(sample)
  return found.language !== '' && found.isReliable() ? found.language : null
}
