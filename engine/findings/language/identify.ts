import { eld } from 'eld/medium'

const lettersAtLeast = 100
const charactersAtMost = 100_000

/** Returns an ISO 639-1 code, or null if the text is too short or the detector is unsure. */
export function identifyLanguage(text: string): string | null {
  const sample = text.slice(0, charactersAtMost)
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < lettersAtLeast) return null
  const found = eld.detect(sample)
  return found.language !== '' && found.isReliable() ? found.language : null
}
