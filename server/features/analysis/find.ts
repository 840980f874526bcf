import type { Turn } from '#contract/transcript.ts'

/** Where a text was found: characters of a turn, and the second at which its first word is said. */
export type Hit = { turn: number; from: number; to: number; seconds: number | null }

/** Every place where the words stand, without regard to case and to how many spaces lie between them. */
export function findInTurns(turns: readonly Turn[], text: string): Hit[] {
  const words = text.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pattern = new RegExp(
    words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join(String.raw`\s+`),
    'giu',
  )
  return turns.flatMap((turn) =>
    [...turn.text.matchAll(pattern)].map((match) => ({
      turn: turn.index,
      from: match.index,
      to: match.index + match[0].length,
      seconds: secondsAt(turn, match.index),
    })),
  )
}

function secondsAt(turn: Turn, from: number): number | null {
  const before = turn.text.slice(0, from).match(/\S+/g)?.length ?? 0
  // Inside a word the count before it includes the part of that word.
  const isInside = from > 0 && /\S/.test(turn.text[from - 1] ?? '')
  const ms = turn.words[isInside ? before - 1 : before]?.startMs ?? turn.startMs
  return ms === null ? null : ms / 1000
}
