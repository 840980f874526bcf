import { and, asc, eq, gt, isNotNull, lt } from 'drizzle-orm'
import { cutCues } from '#contract/videos/captions.ts'
import type { Word } from '#contract/videos/transcript.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import type { Db } from '#server/platform/db.ts'
import { cleanText } from './clean.ts'
import { plainText, type Redactor, takeOut } from './redact.ts'
import type { Cue } from '../../core/maker.ts'

/** What is said in a stretch of a recording, and where a name that is left out would be heard. */
export type Said = { cues: Cue[]; mutes: { startMs: number; endMs: number }[] }

/** A name is heard a little before and after the time that was measured for it; more where that was only reckoned. */
const aroundMs = { measured: 80, estimated: 300 } as const

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
 * The words with what stands for a name in place of it, as one word: a name may be several words, of which each alone is
 * none ("Anna" of "Anna Smith").
 */
export function hideNames(words: readonly Word[], redact: Redactor): { words: Word[]; mutes: Said['mutes'] } {
  const shown: Word[] = []
  const mutes: Said['mutes'] = []
  const texts = words.map(({ text }) => plainText(text))
  const hidden = redact.hidden(texts.join(' '))
  let begin = 0
  for (let at = 0; at < words.length; at++) {
    const first = words[at]!
    let text = texts[at]!
    let end = begin + text.length
    const touching = () => hidden.filter((each) => each.from < end && each.until > begin)
    if (touching().length === 0) shown.push({ ...first, text })
    else {
      // The last name of the run may end within a word in which another one begins.
      for (let until = touching().at(-1)!.until; end < until; until = touching().at(-1)!.until) {
        text += ` ${texts[++at]!}`
        end = begin + text.length
      }
      const last = words[at]!
      const inText = touching().map(({ from, until, to }) => ({ from: from - begin, until: until - begin, to }))
      shown.push({ ...first, text: takeOut(text, inText), endMs: last.endMs })
      const around = aroundMs[first.estimated || last.estimated ? 'estimated' : 'measured']
      mutes.push({ startMs: Math.max(0, first.startMs - around), endMs: last.endMs + around })
    }
    begin = end + 1
  }
  return { words: shown, mutes }
}
