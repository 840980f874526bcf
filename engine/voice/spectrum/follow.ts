import type { Span } from '#contract/videos/analysis.ts'
import { addUpEvidence, compareEvidence, gatherEvidence } from './evidence.ts'
import type { Voiceprints } from '#engine/voice/prints.ts'
import { settleVoices } from './settle.ts'

/** Lower than between unnamed voices, because named ones are known well enough to recognize within a second. */
const changeCostWithoutPause = 3
/** A turn is unidentified if it fits a new voice this much better than the named voice, in log likelihood. */
const newVoiceEvidence = 5

/** `isDoubtful` means that the turn doesn't sound like anyone who was named. */
export function followNamed(
  prints: Voiceprints,
  tags: readonly (string | null)[],
  fillMs: number,
): { voice: string; isDoubtful: boolean }[] {
  const { stretches: spans } = prints
  const evidence = gatherEvidence(prints)
  const names = [...new Set(tags.filter((tag) => tag !== null))]
  const fixed = tags.map((tag) => (tag === null ? null : names.indexOf(tag)))
  const { label } = settleVoices(
    { spans, evidence, fixed, changeCostWithoutPause },
    fixed.map((voice) => voice ?? -1),
  )
  const addUp = (members: readonly number[]) => addUpEvidence(members.map((i) => evidence[i]!))
  const named = names.map((name) => addUp([...tags.keys()].filter((i) => tags[i] === name)))
  return splitTurns(spans, label, fillMs).flatMap((turn) => {
    const voice = label[turn[0]!]!
    const isDoubtful =
      turn.every((i) => tags[i] === null) && compareEvidence(named[voice]!, addUp(turn), false) < -newVoiceEvidence
    return turn.map(() => ({ voice: names[voice]!, isDoubtful }))
  })
}

function splitTurns(spans: readonly Span[], label: readonly number[], fillMs: number): number[][] {
  const turns: number[][] = []
  for (const [i, voice] of label.entries()) {
    const last = turns.at(-1)
    if (last && label[i - 1] === voice && spans[i]!.startMs - spans[i - 1]!.endMs <= fillMs) last.push(i)
    else turns.push([i])
  }
  return turns
}
