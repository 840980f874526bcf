import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.ts'
import type { AheadContext, Stage, StageContext } from '../stage.ts'

const sampleRate = 16_000
const bytesPerSecond = sampleRate * 2
const headerBytes = 44
/** If this track is read during the media check, a 10-minute video takes 20% less time. */
const firstTrack = 'a:0'
/** Files that start with `audio.` are deleted when the stage starts, so this name is different. */
const aheadFile = 'audio_ahead.wav'
const mostSeconds = 24 * 3600

type Begun = { ended: Promise<boolean>; stop: AbortController; onTime: (reachedMs: number) => void }
const begun = new Map<string, Begun>()

export const audioStage: Stage<'audio'> = {
  name: 'audio',
  weight: 3,
  version: 1,
  reads: ['probe'],
  scratch: true,
  ahead: { reads: [], run: beginAhead },
  async run(context) {
    const { audio, durationMs } = context.artifact('probe')
    const file = 'audio.wav'
    const path = join(context.folder, file)
    // Add one second because the last audio frame may extend past the end.
    const endSeconds = durationMs / 1000 + 1
    const isRead = await finishAhead(context, audio?.isFirst === true ? endSeconds : 0, path)
    if (audio === null) return { file: null, durationMs: 0, sampleRate }
    if (!isRead) await extractAudio(context, `${audio.streamIndex}`, path, endSeconds)
    const { size } = await stat(path)
    return { file, durationMs: Math.round(((size - headerBytes) / bytesPerSecond) * 1000), sampleRate }
  },
}

/** Reads the first audio track before we know whether it's the right one. If it is, the stage uses the result. */
async function beginAhead({ input, folder, signal, enough }: AheadContext): Promise<void> {
  const stop = new AbortController()
  const own: Begun = { stop, onTime: () => {}, ended: Promise.resolve(false) }
  const reading = { input, signal: AbortSignal.any([signal, stop.signal]), progress: () => {} }
  own.ended = extractAudio(reading, firstTrack, join(folder, aheadFile), mostSeconds, (reached) =>
    own.onTime(reached),
  ).then(
    () => true,
    () => false,
  )
  begun.set(folder, own)
  await Promise.race([own.ended, new Promise<void>((resolve) => enough.addEventListener('abort', () => resolve()))])
}

async function finishAhead(context: StageContext, endSeconds: number, path: string): Promise<boolean> {
  const ahead = join(context.folder, aheadFile)
  const own = begun.get(context.folder)
  begun.delete(context.folder)
  if (own) {
    own.onTime = (reachedMs) => {
      context.progress(Math.min(1, reachedMs / 1000 / endSeconds))
      // Without this limit, a forged length could cause hours of output.
      if (reachedMs / 1000 > endSeconds) own.stop.abort()
    }
    if (endSeconds === 0) own.stop.abort()
    const isWhole = await own.ended
    context.signal.throwIfAborted()
    const size = isWhole ? (await stat(ahead)).size : Infinity
    if (size <= headerBytes + endSeconds * bytesPerSecond) {
      await rename(ahead, path)
      return true
    }
  }
  await rm(ahead, { force: true })
  return false
}

export async function extractAudio(
  context: Pick<StageContext, 'input' | 'signal' | 'progress'>,
  track: string,
  path: string,
  endSeconds: number,
  onTime = (reachedMs: number) => context.progress(Math.min(1, reachedMs / 1000 / endSeconds)),
): Promise<void> {
  await runFfmpeg({
    inputs: [{ path: context.input, options: ['-vn', '-sn', '-dn', '-threads', '1'] }],
    output: {
      path,
      options: [
        ['-map', `0:${track}`, '-ac', '1', '-ar', String(sampleRate)],
        // Without `async`, ffmpeg drops gaps in the audio, which shifts all later times.
        ['-af', `aresample=${sampleRate}:async=1:first_pts=0`],
        // Write a fixed 44-byte header so the output is deterministic.
        ['-c:a', 'pcm_s16le', '-bitexact', '-map_metadata', '-1', '-t', String(endSeconds), '-f', 'wav'],
      ].flat(),
    },
    doing: 'The audio could not be read',
    signal: context.signal,
    limits: {
      memoryMiB: 512,
      fileMiB: Math.ceil((endSeconds * bytesPerSecond) / 1024 ** 2) + 1,
      totalSeconds: 600 + endSeconds,
    },
    onTime,
  })
}
