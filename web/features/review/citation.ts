import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { formatTimecode } from '#web/platform/format.ts'

export function formatPageLine(turn: Turn, { quote, start, trigger }: Cited): string | null {
  if (turn.page === null) return null
  const places = listPlaces(turn.text, quote.split('\n')[0] ?? '')
  const first = { from: 0, wordsBefore: 0 }
  // Picks the occurrence closest in time. Without times, picks the last one up to the trigger.
  const away = ({ from, wordsBefore }: Place) => {
    const word = turn.words[wordsBefore]
    if (start !== null && word) return Math.abs(word.startMs - start * 1000)
    return trigger && from <= trigger.from ? trigger.from - from : Infinity
  }
  const { wordsBefore } = places.toSorted((a, b) => away(a) - away(b) || a.from - b.from)[0] ?? first
  const place = turn.lines?.findLast(({ word }) => word <= wordsBefore) ?? { page: turn.page, line: turn.line ?? 1 }
  return `${place.page}:${place.line}`
}

type Cited = Pick<Highlight, 'quote' | 'start' | 'trigger'>
type Place = { from: number; wordsBefore: number }

function listPlaces(text: string, words: string): Place[] {
  const places: Place[] = []
  if (words === '') return places
  for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1))
    places.push({ from, wordsBefore: text.slice(0, from).match(/\S+/g)?.length ?? 0 })
  return places
}

/** Example: “Words.” (Juror 12, 14:3, 00:12:16.500, day-1.mp4) */
export function writeCitation(
  { quote, start }: Pick<Highlight, 'quote' | 'start'>,
  { name, pageLine, filename }: { name: string | null; pageLine: string | null; filename: string },
): string {
  const source = [name, pageLine, start === null ? null : formatTimecode(start), filename].filter(Boolean).join(', ')
  return `“${quote.replaceAll('\n', ' / ')}” (${source})`
}
