import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.ts'
import type { AheadContext, Stage, StageContext } from '../stage.ts'

const sampleRate = 16_000
const bytesPerSecond = sampleRate * 2
const headerBytes = 44
/** The sound is read while the media check still asks what the file is: that takes a fifth of the time of ten minutes. */
const firstTrack = 'a:0'
/** Not `audio.…`: files of that form are cleared when the stage begins. */
const aheadFile = 'audio_ahead.wav'
/** Longer recordings are refused by the media check. */
const mostSeconds = 24 * 3600

/** A reading that was begun before the length and the tracks were known; by work folder. */
type Begun = { ended: Promise<boolean>; stop: AbortController; onTime: (reachedMs: number) => void }
const begun = new Map<string, Begun>()

/** The sound, as every later stage reads it: mono, 16 kHz, on the container's clock. */
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
    // One second more than the video: the last audio frame may stand over.
    const endSeconds = durationMs / 1000 + 1
    const isRead = await finishAhead(context, audio?.isFirst === true ? endSeconds : 0, path)
    if (audio === null) return { file: null, durationMs: 0, sampleRate }
    if (!isRead) await extractAudio(context, `${audio.streamIndex}`, path, endSeconds)
    const { size } = await stat(path)
    return { file, durationMs: Math.round(((size - headerBytes) / bytesPerSecond) * 1000), sampleRate }
  },
}

/** Reads the first sound track as if it were the one that is wanted. It goes on when the stage begins, which takes it over. */
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

/** True where what was read ahead is the sound up to `endSeconds`, now at `path`; 0: it is of no use. */
async function finishAhead(context: StageContext, endSeconds: number, path: string): Promise<boolean> {
  const ahead = join(context.folder, aheadFile)
  const own = begun.get(context.folder)
  begun.delete(context.folder)
  if (own) {
    own.onTime = (reachedMs) => {
      context.progress(Math.min(1, reachedMs / 1000 / endSeconds))
      // A forged length would have hours written for nothing.
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

/** Writes the sound of a track of the input, up to `endSeconds`, as a WAV file: the same samples, however early it ends. */
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
        // Without async a gap in the audio is closed, and every later time would be wrong by its length.
        ['-af', `aresample=${sampleRate}:async=1:first_pts=0`],
        // A fixed header of 44 bytes, and the same bytes from the same file.
        ['-c:a', 'pcm_s16le', '-bitexact', '-map_metadata', '-1', '-t', String(endSeconds), '-f', 'wav'],
      ].flat(),
    },
    doing: 'The audio could not be read',
    signal: context.signal,
    // These only catch forged times.
    limits: {
      memoryMiB: 512,
      fileMiB: Math.ceil((endSeconds * bytesPerSecond) / 1024 ** 2) + 1,
      // It runs at hundreds of times real time; slower than real time is no disk that anybody uses.
      totalSeconds: 600 + endSeconds,
    },
    onTime,
  })
}
