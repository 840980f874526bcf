import type { Turn } from '#contract/videos/transcript.ts'
import { type Line, readDialogue } from './dialogue.ts'
import { finishTurns } from './draft.ts'
import { numberPages, withoutStamp } from './page.numbers.ts'
import { cutPages, type Page } from './pages.ts'

/** A running head or foot comes back on page after page; three times is no accident. */
const repeatsAtLeast = 3
/** A shorter repeated line could be an answer. */
const charactersAtLeast = 6

const timeOfDay = /^\d{1,2}:\d{2}:\d{2}(?:[.:]\d{2,3})?(?:\s+|$)|\s{2,}\d{1,2}:\d{2}(?::\d{2}(?:[.:]\d{2,3})?)?$/

/**
 * A reporter's ASCII transcript: numbered lines in pages, in the plain layout, in that of Amicus and Summation (the page
 * number left, zero-padded, above the lines) or with page and line before every line. Page and line stay with every word.
 */
export function readReporterAscii(text: string): { turns: Turn[]; warnings: string[] } {
  const warnings: string[] = []
  const { pages, below } = cutPages(text)
  if (!numberPages(pages, below)) warnings.push('The pages carry no page numbers; they were counted from 1.')
  const furniture = findFurniture(pages, below)
  stripFurniture(pages, furniture)
  const lost = [...pages.slice(1).flatMap((page) => page.above), ...below].filter(
    (text) => !isFurniture(text, furniture),
  )
  if (lost.length > 0)
    warnings.push(
      `${lost.length} unnumbered ${lost.length === 1 ? 'line was' : 'lines were'} left out: ${quote(lost)}.`,
    )
  if (stripTimes(pages))
    warnings.push('The time of day beside the lines was left out: it is not the time in the recording.')
  const lines = listLines(pages)
  const dialogue = readDialogue(lines, false) ?? {
    drafts: [{ speaker: null, role: 'unknown' as const, jurorNumber: null, pieces: lines }],
    warnings: ['No line names a speaker.'],
  }
  return { turns: finishTurns(dialogue.drafts), warnings: [...warnings, ...dialogue.warnings] }
}

function listLines(pages: readonly Page[]): Line[] {
  const lines: Line[] = []
  for (const page of pages) {
    // The top of a page is no paragraph: speech runs over it.
    let afterBlank = false
    for (const { line, text } of page.lines) {
      if (text === '') afterBlank = true
      else {
        lines.push({ text, page: page.number ?? null, line, afterBlank })
        afterBlank = false
      }
    }
  }
  return lines
}

const shape = (text: string): string => withoutStamp(text).replaceAll(/\d+/g, '#').toLowerCase()

/** Shapes (digits as #) of the unnumbered lines that come back on several pages. */
function findFurniture(pages: readonly Page[], below: readonly string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const above of [...pages.map((page) => page.above), below])
    for (const key of new Set(above.map(shape))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count >= repeatsAtLeast ? [key] : [])))
}

/** Empty after its stamp and page number, or of a recurring shape. */
const isFurniture = (text: string, furniture: ReadonlySet<string>): boolean =>
  furniture.has(shape(text)) ||
  !/\p{L}{2}/u.test(withoutStamp(text)) ||
  /^page #$/.test(shape(text)) ||
  takeEnd(text, furniture) === ''

/** Some files number the running foot like a line, or run it into the last one. */
function stripFurniture(pages: readonly Page[], furniture: ReadonlySet<string>): void {
  for (const page of pages)
    for (let at = page.lines.length - 1; at >= 0; at--) {
      const line = page.lines[at]
      if (!line) break
      const rest = takeEnd(line.text, furniture)
      if (rest === line.text && line.text !== '') break
      line.text = rest
    }
}

/** The text without the running heads and feet at its end. */
function takeEnd(text: string, furniture: ReadonlySet<string>): string {
  let rest = text
  for (let isCut = true; isCut;) {
    isCut = false
    for (const key of furniture) {
      if (key.length < charactersAtLeast) continue
      const pattern = key
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('#', '\\d+')
        .replaceAll(' ', '\\s+')
      const cut = rest.replace(new RegExp(`(?:^|\\s+)${pattern}\\s*$`, 'i'), '')
      isCut ||= cut !== rest
      rest = cut
    }
  }
  return rest
}

function stripTimes(pages: readonly Page[]): boolean {
  const lines = pages.flatMap((page) => page.lines).filter((line) => line.text !== '')
  if (lines.filter((line) => timeOfDay.test(line.text)).length < lines.length * 0.4 || lines.length === 0) return false
  for (const line of lines) line.text = line.text.replace(timeOfDay, '').trim()
  return true
}

const quote = (texts: readonly string[]): string =>
  texts
    .slice(0, 4)
    .map((text) => `“${text.slice(0, 60)}”`)
    .join(', ') + (texts.length > 4 ? ' …' : '')
