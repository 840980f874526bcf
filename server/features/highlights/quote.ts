/** The words of a stretch of a transcript, verbatim. */
import type { Turn } from '#contract/videos/transcript.ts'

export type Quoted = {
  /** One line a turn. */
  quote: string
  turn: number | null
  turnTo: number | null
  /** Whose words they are: the juror who says most of them, else whoever says most. */
  speaker: string | null
  jurorNumber: string | null
  isJuror: boolean
}

type Part = { turn: Turn; text: string }

/** Milliseconds of the video. `turns` in order; those without times cannot be quoted. `isJuror`: also by assignment. */
export function toQuote(
  turns: readonly Turn[],
  startMs: number,
  endMs: number,
  isJuror: (turn: Turn) => boolean,
): Quoted {
  const parts = turns.flatMap((turn): Part[] => {
    const text = spokenIn(turn, startMs, endMs)
    return text === '' ? [] : [{ turn, text }]
  })
  const [first, last] = [parts[0]?.turn, parts.at(-1)?.turn]
  const longest = (list: readonly Part[]) => list.toSorted((a, b) => b.text.length - a.text.length)[0]?.turn
  const whose = longest(parts.filter(({ turn }) => isJuror(turn))) ?? longest(parts)
  return {
    quote: parts.map(({ text }) => text).join('\n'),
    turn: first?.index ?? null,
    turnTo: last?.index ?? null,
    speaker: whose?.speaker ?? null,
    jurorNumber: whose?.jurorNumber ?? null,
    isJuror: whose !== undefined && isJuror(whose),
  }
}

function spokenIn(turn: Turn, startMs: number, endMs: number): string {
  if (turn.startMs === null || turn.endMs === null || turn.role === 'note') return ''
  if (turn.startMs >= endMs || turn.endMs <= startMs) return ''
  const tokens = [...turn.text.matchAll(/\S+/g)]
  // Without a time for every word the turn is quoted whole.
  if (turn.words.length !== tokens.length) return turn.text
  const inside = tokens.filter((_token, at) => {
    const word = turn.words[at]!
    return word.startMs < endMs && word.endMs > startMs
  })
  const [first, last] = [inside[0], inside.at(-1)]
  return first && last ? turn.text.slice(first.index, last.index + last[0].length) : ''
}

/** `starts`: milliseconds of each word, empty where words have no times. */
export type PagedTurn = { text: string; lines: NonNullable<Turn['lines']>; starts: number[] }

/**
 * Page and line of a quote's first word in a turn of a reporter's transcript, which may run over pages; null where the
 * turn no longer says it. Said more than once: the time tells which.
 */
export function placeOfQuote(
  quote: string,
  startMs: number | null,
  { text, lines, starts }: PagedTurn,
): { page: number; line: number } | null {
  const [first = ''] = quote.split('\n')
  const places: number[] = []
  for (let from = first === '' ? -1 : text.indexOf(first); from >= 0; from = text.indexOf(first, from + 1))
    if (from === 0 || /\s/.test(text[from - 1] ?? '')) places.push(text.slice(0, from).match(/\S+/g)?.length ?? 0)
  const away = (word: number) => (startMs === null ? word : Math.abs((starts[word] ?? Infinity) - startMs))
  const [word] = places.toSorted((a, b) => away(a) - away(b) || a - b)
  const at = word === undefined ? undefined : lines.findLast((each) => each.word <= word)
  return at ? { page: at.page, line: at.line } : null
}
