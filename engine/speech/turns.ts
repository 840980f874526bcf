import type { Span } from '#contract/videos/analysis.ts'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { type Draft, finishTurns } from '#engine/transcript/draft.ts'

/**
 * A pause after which somebody else may be speaking; after the end of a sentence a shorter one does. Rather too many turns
 * than one with two voices: turns of one voice can be joined later, words of two in one turn read as one person's.
 */
const pauseMs = 600
const sentencePauseMs = 300

/**
 * Turns without speakers from recognised words, cut at pauses so that each is likely one voice. A chunk in which nothing
 * was recognised becomes the note "(Not recognised)": a hole is shown, never filled.
 */
export function formTurns(words: readonly Word[], chunk: Span): Turn[] {
  const drafts = groupWords(words).map((group): Draft => {
    const text = group.map((word) => word.text).join(' ')
    const [startMs, endMs] = [group[0]?.startMs ?? 0, group.at(-1)?.endMs ?? 0]
    return { speaker: null, role: 'unknown', jurorNumber: null, pieces: [{ text, startMs, endMs, words: group }] }
  })
  const hole: Draft = {
    speaker: null,
    role: 'note',
    jurorNumber: null,
    pieces: [{ text: '(Not recognised)', ...chunk }],
  }
  return finishTurns(drafts.length > 0 ? drafts : [hole])
}

/** Words cut at pauses, in their order. */
export function groupWords(words: readonly Word[]): Word[][] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const pause = last ? word.startMs - last.endMs : Infinity
    const isCut = pause >= pauseMs || (pause >= sentencePauseMs && /[.?!]["”)]?$/.test(last?.text ?? ''))
    if (!group || isCut) groups.push([word])
    else group.push(word)
  }
  return groups
}
