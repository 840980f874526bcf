import { and, asc, eq, gt, isNotNull, lt } from 'drizzle-orm'
import { cutCues } from '#contract/captions.ts'
import type { Word } from '#contract/transcript.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import type { Db } from '#server/platform/db.ts'
import { cleanText } from '../content/clean.ts'
import type { Redactor } from '../content/redact.ts'
import type { Cue } from '../maker.ts'

/** What is said in a stretch of a recording, and where a name that is left out would be heard. */
export type Said = { cues: Cue[]; mutes: { startMs: number; endMs: number }[] }

/** A name is heard a little before and after the time that was measured for it; more where that was only reckoned. */
const aroundMs = { measured: 80, estimated: 300 } as const
/** Names and employers are no longer than this. */
const mostWords = 5

/** Of whole turns: a caption may begin before the stretch. `speakers`: how each turn's speaker is called, by its index. */
export async function saidIn(
  db: Db,
  redact: Redactor,
  speakers: ReadonlyMap<number, string>,
  { videoId, startMs, endMs }: { videoId: string; startMs: number; endMs: number },
): Promise<Said> {
  const { index, words, text } = transcriptTurns
  const turns = await db
    .select({ index, words, text, startMs: transcriptTurns.startMs, endMs: transcriptTurns.endMs })
    .from(transcriptTurns)
    .where(
      and(
        eq(transcriptTurns.videoId, videoId),
        isNotNull(transcriptTurns.startMs),
        lt(transcriptTurns.startMs, endMs),
        gt(transcriptTurns.endMs, startMs),
      ),
    )
    .orderBy(asc(index))
  const said: Said = { cues: [], mutes: [] }
  for (const turn of turns) {
    const hidden = hideNames(turn.words, redact)
    said.mutes.push(...hidden.mutes)
    // Without times of words nobody knows where in the turn it is said.
    if (turn.words.length === 0 && redact.text(turn.text) !== cleanText(turn.text))
      said.mutes.push({ startMs: turn.startMs!, endMs: turn.endMs! })
    const [first, ...rest] = hidden.words
    if (!first) continue
    const speaker = speakers.get(turn.index)
    const named = speaker ? [{ ...first, text: `${speaker}: ${first.text}` }, ...rest] : hidden.words
    said.cues.push(...cutCues([{ speaker: null, words: named }]))
  }
  return said
}

/**
 * The words with what stands for a name in place of it, as one word. A name may be several words, of which each alone is
 * none ("Anna" of "Anna Smith"): so the longest run that reads differently as a whole is taken.
 */
export function hideNames(words: readonly Word[], redact: Redactor): { words: Word[]; mutes: Said['mutes'] } {
  const shown: Word[] = []
  const mutes: Said['mutes'] = []
  const read = words.map(({ text }) => redact.text(text))
  for (let at = 0; at < words.length;) {
    let run = 0
    let to = ''
    for (let length = Math.min(mostWords, words.length - at); length > 0 && run === 0; length--) {
      const taken = words.slice(at, at + length)
      const whole = redact.text(taken.map(({ text }) => text).join(' '))
      // Begins and ends within the name: else a longer run would swallow the words beside it.
      const without = (part: number[]) => redact.text(part.map((each) => words[at + each]!.text).join(' '))
      const indexes = taken.map((_, each) => each)
      const isName =
        length === 1
          ? read[at] !== cleanText(words[at]!.text)
          : whole !== `${read[at]} ${without(indexes.slice(1))}` &&
            whole !== `${without(indexes.slice(0, -1))} ${read[at + length - 1]}`
      if (isName) [run, to] = [length, whole]
    }
    const [first, last] = [words[at]!, words[at + Math.max(1, run) - 1]!]
    if (run === 0) shown.push({ ...first, text: read[at]! })
    else {
      shown.push({ ...first, text: to, endMs: last.endMs })
      const around = aroundMs[first.estimated || last.estimated ? 'estimated' : 'measured']
      mutes.push({ startMs: Math.max(0, first.startMs - around), endMs: last.endMs + around })
    }
    at += Math.max(1, run)
  }
  return { words: shown, mutes }
}
