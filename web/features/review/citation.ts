import type { Highlight } from '#contract/highlights.ts'
import type { Turn } from '#contract/transcript.ts'
import { formatTimecode } from '#web/platform/format.ts'

/** Page and line at which the quote begins: lines of a long turn are counted by its words. Null without a reporter's transcript. */
export function pageLineOf(turn: Turn, quote: string): string | null {
  if (turn.page === null) return null
  const from = Math.max(0, turn.text.indexOf(quote.split('\n')[0] ?? ''))
  const wordsBefore = turn.text.slice(0, from).match(/\S+/g)?.length ?? 0
  const place = turn.lines?.findLast(({ word }) => word <= wordsBefore) ?? { page: turn.page, line: turn.line ?? 1 }
  return `${place.page}:${place.line}`
}

/** “Words.” (Juror 12, 14:3, 00:12:16.500, day-1.mp4) */
export function citationOf(
  { quote, start }: Pick<Highlight, 'quote' | 'start'>,
  { name, pageLine, filename }: { name: string | null; pageLine: string | null; filename: string },
): string {
  const source = [name, pageLine, start === null ? null : formatTimecode(start), filename].filter(Boolean).join(', ')
  return `“${quote.replaceAll('\n', ' / ')}” (${source})`
}
