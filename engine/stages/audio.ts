import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.ts'
import type { Stage, StageContext } from '../stage.ts'

const sampleRate = 16_000
const bytesPerSecond = sampleRate * 2
const headerBytes = 44

/** The sound, as every later stage reads it: mono, 16 kHz, on the container's clock. */
export const audioStage: Stage<'audio'> = {
  name: 'audio',
  weight: 3,
  version: 1,
  reads: ['probe'],
  scratch: true,
  async run(context) {
    const { audio, durationMs } = context.artifact('probe')
    if (audio === null) return { file: null, durationMs: 0, sampleRate }
    const file = 'audio.wav'
    const path = join(context.folder, file)
    // One second more than the video: the last audio frame may stand over.
    await extractAudio(context, audio.streamIndex, path, durationMs / 1000 + 1)
    const { size } = await stat(path)
    return { file, durationMs: Math.round(((size - headerBytes) / bytesPerSecond) * 1000), sampleRate }
  },
}

/** Writes the sound of the input, up to `endSeconds`, as a WAV file: the same samples, however early it ends. */
export async function extractAudio(
  context: Pick<StageContext, 'input' | 'signal' | 'progress'>,
  streamIndex: number,
  path: string,
  endSeconds: number,
): Promise<void> {
  await runFfmpeg({
    inputs: [{ path: context.input, options: ['-vn', '-sn', '-dn', '-threads', '1'] }],
    output: {
      path,
      options: [
        ['-map', `0:${streamIndex}`, '-ac', '1', '-ar', String(sampleRate)],
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
    onTime: (reachedMs) => context.progress(Math.min(1, reachedMs / 1000 / endSeconds)),
  })
}
