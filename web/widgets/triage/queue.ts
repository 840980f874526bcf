import type { Highlight, HighlightStatus } from '#contract/highlights/highlights.ts'
import type { Turn } from '#contract/videos/transcript.ts'

type Item = Pick<Highlight, 'id' | 'status'>

export function findNext<T extends Item>(items: readonly T[], fromId: string | null): T | null {
  const at = items.findIndex(({ id }) => id === fromId)
  const rest = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))]
  return rest.find(({ status }) => status === 'suggested') ?? null
}

/** `savedAs` is the version that includes the decision, or null until it's saved. */
export type PendingDecision = { status: HighlightStatus; savedAs: number | null }

/** A list may show a saved decision only after the response has arrived, so decisions stay until it does. */
export function showDecision<T extends Item & { version: number }>(item: T, made: PendingDecision | undefined): T {
  const isShown = made === undefined || (made.savedAs !== null && item.version >= made.savedAs)
  return isShown ? item : { ...item, status: made.status }
}

export type Trail = { ids: readonly string[]; at: number }

export const startTrail: Trail = { ids: [], at: -1 }

export const extendTrail = ({ ids, at }: Trail, ...next: readonly string[]): Trail => {
  const kept = [...ids.slice(0, at + 1), ...next].filter((id, index, all) => id !== all[index - 1])
  return { ids: kept, at: kept.length - 1 }
}

export const stepBack = ({ ids, at }: Trail): Trail => ({ ids, at: Math.max(0, at - 1) })

type Asked = Pick<Highlight, 'question' | 'turn'>

/** Returns the turn in which the question starts, or null if the words changed or the given turns don't include it. */
export function findQuestion(turns: readonly Turn[], { question, turn }: Asked): Turn | null {
  if (turn === null || question === '') return null
  const before = turns.filter(({ index, text }) => index < turn && text !== '')
  return (
    before.findLast(({ text }) => question.startsWith(text)) ??
    before.findLast(({ text }) => text.includes(question)) ??
    null
  )
}

/**
 * Splits the quote at the words that triggered the finding. Returns null if the quote no longer contains those words.
 */
export function splitQuote(
  { quote, trigger, textChanged }: Pick<Highlight, 'quote' | 'trigger' | 'textChanged'>,
  text: string | undefined,
): [string, string, string] | null {
  if (!trigger || textChanged || text === undefined) return null
  const start = text.indexOf(quote)
  if (start < 0) return null
  const [from, to] = [Math.max(0, trigger.from - start), Math.min(quote.length, trigger.to - start)]
  return from < to ? [quote.slice(0, from), quote.slice(from, to), quote.slice(to)] : null
}
