import { jurorNumberForm, readRole } from './roles.ts'

const spaced = /^(?:\p{Lu}\s+){4,}\p{Lu}?\.?$/u
const ornament = /^(?:[*_=~-]|[oO0](?=[\s-]*[oO0-]))[\s*_=~oO0-]{2,}$/
const examination =
  /^(?:[A-Z'’-]+ ){0,4}(?:EXAMINATION|VOIR DIRE|SESSION|PROCEEDINGS|JURY SELECTION)(?: (?:OF|BY) [^:]*| \(?CONT(?:INUED|'D|\.)\)?)?$/
const clock = /^\(?\d{1,2}:\d{2}\s*[ap]\.?m\.?\)?$/i
const jurorHeading = new RegExp(`^(?:PROSPECTIVE |ALTERNATE )?JUROR (?:NO\\.?|NUMBER|#) ?${jurorNumberForm}$`, 'u')
const jurorNamed = new RegExp(
  `\\b(?:PROSPECTIVE |ALTERNATE )?JUROR (?:(?:NO\\.?|NUMBER|#)? ?${jurorNumberForm}|(?:NO\\.?|NUMBER|#)? ?[A-Z]{2,}\\b)`,
  'u',
)
const swornName = /^(?:THE )?[A-Z][A-Z0-9 .,'’#-]{3,48},$/

/** How many of these lines are a heading: set apart from speech, said by nobody. 0 where the first is none. */
export function isHeading(texts: readonly string[], afterBlank: boolean): number {
  const [first = ''] = texts
  if (spaced.test(first) || ornament.test(first) || examination.test(first)) return 1
  if (clock.test(first) && afterBlank) return 1
  if (jurorHeading.test(first)) return 1
  if (!swornName.test(first)) return 0
  const sworn = texts.findIndex((text) => /\b(?:sworn|affirmed)\b/i.test(text))
  const end = texts.findIndex((text, at) => at >= sworn && /[:.]$/.test(text))
  return sworn > 0 && end >= 0 ? end + 1 : 0
}

/** The juror or the witness that a heading announces: "EXAMINATION OF JUROR NO. 12", "JUROR NO. 12, having been sworn". */
export function namesAnswerer(texts: readonly string[]): string | null {
  const heading = texts.join(' ')
  const juror = jurorNamed.exec(heading)?.[0]
  if (juror !== undefined && readRole(juror).role === 'juror') return juror
  return /\b(?:sworn|affirmed)\b/i.test(heading) ? 'THE WITNESS' : null
}

/** The reporter's certificate and the word index close a transcript; they would read as the last speaker's words. */
export function isEndMatter(text: string): boolean {
  return /^(?:(?:COURT )?REPORTER'?S? )?C\s?E\s?R\s?T\s?I\s?F\s?I\s?C\s?A\s?T\s?(?:E|I\s?O\s?N)(?: OF .*)?$/.test(text)
}
