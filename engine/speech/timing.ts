import type { Span } from '#contract/videos/analysis.ts'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { removeCheckpoints } from '#engine/align/align.ts'
import { placeCueWords } from '#engine/align/cues.ts'
import { findSphinx, type Work } from '#engine/align/sphinx.ts'
import type { Chunk } from './transcriber.ts'

/** Forced alignment finds nearly all words that were said. If the text doesn't match the audio, it finds only half. */
const heardShare = 0.6
/** For each group, it takes 0.1 s and 20 MB to read the dictionary. */
const groupMs = 240_000

/**
 * Uses PocketSphinx to time words from models that don't return word times. This runs while later chunks are still
 * being recognized. Groups depend only on the chunks, so a resumed run can use finished groups.
 */
export function startTiming(chunks: readonly Chunk[], work: Work) {
  const sphinx = findSphinx()
  const words: (readonly Word[])[] = []
  const timed: Word[][] = []
  const ready: number[][] = []
  const groups = groupChunks(chunks)
  const missing = groups.map((group) => group.length)
  const failed = new AbortController()
  const signal = AbortSignal.any([work.signal, failed.signal])
  const running = new Set<Promise<void>>()
  let done = 0

  const timeGroup = async (group: readonly number[]): Promise<void> => {
    const untimed = group.filter((at) => isUntimed(words[at] ?? []))
    const audioPath = chunks[0]?.wav
    for (const at of group) timed[at] = [...(words[at] ?? [])]
    if (sphinx !== null && audioPath !== undefined && untimed.length > 0) {
      const turns = untimed.map((at, index) => toTurn(index, timed[at] ?? []))
      const regions = untimed.flatMap((at): readonly Span[] => chunks[at]?.regions ?? [])
      const progress = () => work.progress(done / groups.length)
      const own = { ...work, threads: 1, signal, progress }
      const placed = await placeCueWords({ sphinx, audioPath, regions, turns, work: own, share: heardShare })
      for (const [index, at] of untimed.entries())
        timed[at] = keepConfidence(placed.turns[index]?.words ?? [], timed[at] ?? [])
    }
    done += 1
    work.progress(done / groups.length)
  }
  const fill = (): void => {
    while (running.size < Math.max(1, work.threads) && !signal.aborted) {
      const group = ready.shift()
      if (!group) return
      const one: Promise<void> = timeGroup(group)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => {
          running.delete(one)
          fill()
        })
      running.add(one)
    }
  }

  return {
    add(at: number, heard: readonly Word[]): void {
      words[at] = heard
      const own = groups.findIndex((group) => group.includes(at))
      missing[own]! -= 1
      if (missing[own] === 0) ready.push(groups[own]!)
      fill()
    },
    /** Returns the words of each chunk. Throws if timing failed. */
    async finish(): Promise<Word[][]> {
      while (running.size > 0) await Promise.race(running)
      signal.throwIfAborted()
      await removeCheckpoints(work.folder)
      return timed
    },
    async stop(): Promise<void> {
      failed.abort(new Error('recognition failed'))
      await Promise.all(running)
    },
  }
}

function groupChunks(chunks: readonly Chunk[]): number[][] {
  const groups: number[][] = []
  let lengthMs = Infinity
  for (const [at, chunk] of chunks.entries()) {
    if (lengthMs >= groupMs) {
      groups.push([])
      lengthMs = 0
    }
    groups.at(-1)?.push(at)
    lengthMs += chunk.endMs - chunk.startMs
  }
  return groups
}

const keepConfidence = (placed: readonly Word[], heard: readonly Word[]): Word[] =>
  placed.map((word, at) => ({ ...word, confidence: heard[at]?.confidence ?? null }))

const isUntimed = (words: readonly Word[]): boolean => words.length > 0 && words.every((word) => word.estimated)

function toTurn(index: number, words: Word[]): Turn {
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
