import type { Turn, Word } from '#contract/videos/transcript.ts'
import { removeKept } from '#engine/align/align.ts'
import { placeCueWords } from '#engine/align/cues.ts'
import { findSphinx, type Work } from '#engine/align/sphinx.ts'
import type { Chunk } from './transcriber.ts'

/** Of what a recogniser heard in a stretch, a forced grammar finds nearly all; of two words by chance, one. */
const heardShare = 0.6

/**
 * Whisper and Moonshine say what was said in a chunk, and not when. Their words are forced on the chunk's sound with
 * PocketSphinx, as those of captions are; a word that is not heard there keeps its estimate between those that are, and
 * where PocketSphinx is missing all do. Words that came with times stay. `words[i]` are those of `chunks[i]`.
 */
export async function timeWords(
  chunks: readonly Chunk[],
  words: readonly (readonly Word[])[],
  work: Work,
): Promise<Word[][]> {
  const sphinx = findSphinx()
  const given = words.map((list) => [...list])
  const untimed = [...chunks.entries()].filter(([at]) => isUntimed(given[at] ?? []))
  const audioPath = chunks[0]?.wav
  if (sphinx === null || audioPath === undefined || untimed.length === 0) return given
  const turns = untimed.map(([at], index) => asTurn(index, given[at] ?? []))
  const regions = untimed.flatMap(([, chunk]) => chunk.regions)
  const placed = await placeCueWords({ sphinx, audioPath, regions, turns, work, share: heardShare })
  await removeKept(work.folder)
  for (const [index, [at]] of untimed.entries())
    given[at] = keepConfidence(placed.turns[index]?.words ?? [], given[at] ?? [])
  return given
}

/** How surely a word was placed says nothing of whether it is the word that was said. */
const keepConfidence = (placed: readonly Word[], heard: readonly Word[]): Word[] =>
  placed.map((word, at) => ({ ...word, confidence: heard[at]?.confidence ?? null }))

const isUntimed = (words: readonly Word[]): boolean => words.length > 0 && words.every((word) => word.estimated)

/** Words of one chunk, or of the segments of it that a service timed, which lie where their estimates begin and end. */
function asTurn(index: number, words: Word[]): Turn {
  const [startMs, endMs] = [words[0]?.startMs ?? 0, words.at(-1)?.endMs ?? 0]
  return {
    index,
    speaker: null,
    role: 'unknown',
    jurorNumber: null,
    text: words.map((word) => word.text).join(' '),
    words,
    startMs,
    endMs,
    page: null,
    line: null,
    cues: [{ word: 0, startMs, endMs }],
  }
}
