import type { TranscriptHit } from '#contract/videos/player.ts'
import type { Turn } from '#contract/videos/transcript.ts'

type Place = Omit<TranscriptHit, 'seconds'>

export function findInTurns(turns: readonly Pick<Turn, 'index' | 'text'>[], text: string): Place[] {
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
    })),
  )
}

export function secondsAt(turn: Pick<Turn, 'text' | 'words' | 'startMs'>, from: number): number | null {
  const before = turn.text.slice(0, from).match(/\S+/g)?.length ?? 0
  // If the offset is inside a word, the count includes that word.
  const isInside = from > 0 && /\S/.test(turn.text[from - 1] ?? '')
  const ms = turn.words[isInside ? before - 1 : before]?.startMs ?? turn.startMs
  return ms === null ? null : ms / 1000
}
