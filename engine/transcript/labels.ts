import { isKnownLabel } from './roles.ts'

export type Label = { speaker: string; rest: string }

/** Words before a colon that head a list or a document and never name a speaker. */
const headings =
  /^(?:by|re|note|date|time|place|present|also present|before|appearances|case|docket|page|volume|exhibits?|index|subject|attachments?|reported by|job no|attorneys?\b.*|counsel for.*|on behalf.*|for the .*|http|https|p\.?s)\.?$/i
const question = /^(?:q|question)[.:]?$/i
const answer = /^(?:a|answer)[.:]?$/i

/**
 * The speaker at the head of a line: "THE COURT: Good morning." A label in capitals counts, and so does one that is an
 * office, a juror or a titled name in any case; other words before a colon count only where the whole file uses them
 * so (`recurring`), because speech has colons too ("I have one rule: …").
 */
export function readLabel(line: string, recurring: ReadonlySet<string>): Label | null {
  const found = splitLabel(line)
  if (!found) return null
  const { speaker } = found
  const isSure = isKnownLabel(speaker) || recurring.has(speaker.toUpperCase())
  return isSure || question.test(speaker) || answer.test(speaker) ? found : null
}

/** Labels that no list knows but that stand before a colon at the head of several lines, in capitals (any case where `anyCase`). */
export function findRecurringLabels(lines: readonly string[], anyCase: boolean): Set<string> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const speaker = splitLabel(line)?.speaker
    if (speaker === undefined || !(isCapitals(speaker) || (anyCase && isNameLike(speaker)))) continue
    // "Remember:" may open a sentence twice, hardly a third time; nobody writes sentences in capitals.
    const weight = isCapitals(speaker) ? 1 / 2 : 1 / 3
    counts.set(speaker.toUpperCase(), (counts.get(speaker.toUpperCase()) ?? 0) + weight)
  }
  return new Set([...counts].flatMap(([speaker, count]) => (count > 0.99 ? [speaker] : [])))
}

/** `Q` or `A` where the line opens a question or an answer of an examination ("Q.  Where", "A   No."). */
export function readQuestionMark(line: string): { mark: 'Q' | 'A'; rest: string } | null {
  const found = /^([QA])(?:[.:]\s*|\s{2,}|\t+|$)(.*)$/.exec(line)
  if (found?.[1] === undefined) return null
  return { mark: found[1] === 'Q' ? 'Q' : 'A', rest: (found[2] ?? '').trim() }
}

/** "BY MR. SMITH:" names who asks from here on; `rest` is what follows on the same line. */
export function readExaminer(line: string): Label | null {
  const found =
    /^(?:(?:[A-Z -]+ )?EXAMINATION )?BY ((?:MR|MS|MRS|MISS|DR)\.? [A-Z'’. -]+|THE COURT)(?: \([^)]*\))?(?::|$)\s*(.*)$/i.exec(
      line,
    )
  return found?.[1] === undefined ? null : { speaker: found[1].toUpperCase(), rest: found[2] ?? '' }
}

/** "(Sidebar)", "[No response]": a line that is nothing but a parenthesis opening with a capital (its marks aside). */
export function isWholeNote(text: string): boolean {
  return /^[([]\s*\p{Lu}[^()[\]]*(?:\([^)]*\)[^()[\]]*)*[)\]][.^*]*$/u.test(text)
}

export const opensNote = (text: string): boolean => /^[([]\s*\p{Lu}[^()[\]]*$/u.test(text)

function splitLabel(line: string): Label | null {
  const found = /^(?:>>+\s*)?([\p{L}][^:\n?!;"“”]{0,48}?)\s?:(?:\s+(.*)|)$/u.exec(line)
  const speaker = found?.[1]?.trim()
  if (speaker === undefined || headings.test(speaker) || speaker.split(/\s+/).length > 7) return null
  return { speaker, rest: (found?.[2] ?? '').trim() }
}

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}{2}/u.test(text)
const isNameLike = (text: string): boolean =>
  text.split(/\s+/).length <= 4 &&
  text.split(/\s+/).every((token) => /^(?:\p{Lu}[\p{L}.'’_-]*|\d+|SPEAKER_\d+)$/u.test(token))
