import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { countFrames, decode, findSphinx, framesPerSecond } from '#engine/align/sphinx.ts'
import { openWav } from '#engine/voice/wav.ts'
import type { Transcriber } from './transcriber.ts'

const msPerFrame = 1000 / framesPerSecond

export const draftReason =
  'This is a draft with many likely errors. Attach a transcript or set up a recognizer for exact words.'

/**
 * PocketSphinx gets one in three words wrong in read speech and four in five in conversation. Returns null if it isn't
 * installed.
 */
export function pocketsphinxTranscriber(concurrency: number): Transcriber | null {
  const sphinx = findSphinx()
  if (sphinx === null) return null
  return {
    id: 'draft pocketsphinx en-us',
    source: 'draft',
    reason: draftReason,
    concurrency,
    async transcribe(chunk, { folder, signal }) {
      await using wav = await openWav(chunk.wav)
      const frames = countFrames(wav.samples)
      const toFrame = (ms: number): number => Math.max(0, Math.min(frames, Math.round(ms / msPerFrame)))
      const stretches = chunk.regions
        .map((region) => ({ fromFrame: toFrame(region.startMs), toFrame: toFrame(region.endMs) }))
        .filter((stretch) => stretch.toFrame > stretch.fromFrame)
      if (stretches.length === 0) return { words: [] }
      const name = `draft-${chunk.startMs}`
      const heard = await decode(
        { sphinx, audio: { path: chunk.wav, headerBytes: wav.headerBytes }, dictionary: sphinx.dictionary, tuning: [] },
        stretches,
        { folder, name, signal, alive: () => undefined },
      )
      await rm(join(folder, `${name}.seg`), { force: true })
      const words = heard.flat().filter(({ word }) => /^[a-z]/i.test(word))
      return {
        words: words.map(({ word, fromFrame, toFrame: end }) => ({
          text: word,
          startMs: Math.min(chunk.endMs, Math.round(fromFrame * msPerFrame)),
          endMs: Math.min(chunk.endMs, Math.round(end * msPerFrame)),
          confidence: null,
          estimated: false,
        })),
      }
    },
    close: () => Promise.resolve(),
  }
}
