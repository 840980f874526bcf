import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.ts'
import type { Stage } from '../stage.ts'

const sampleRate = 16_000
const bytesPerSecond = sampleRate * 2
const headerBytes = 44

/** The sound, as every later stage reads it: mono, 16 kHz, on the container's clock. */
export const audioStage: Stage<'audio'> = {
  name: 'audio',
  weight: 8,
  version: 1,
  reads: ['probe'],
  async run(context) {
    const { audio, durationMs } = context.artifact('probe')
    if (audio === null) return { file: null, durationMs: 0, sampleRate }
    const file = 'audio.wav'
    const path = join(context.folder, file)
    // One second more than the video: the last audio frame may stand over. The limits below only catch forged times.
    const endSeconds = durationMs / 1000 + 1
    await runFfmpeg({
      inputs: [{ path: context.input, options: ['-vn', '-sn', '-dn', '-threads', '1'] }],
      output: {
        path,
        options: [
          ['-map', `0:${audio.streamIndex}`, '-ac', '1', '-ar', String(sampleRate)],
          // Without async a gap in the audio is closed, and every later time would be wrong by its length.
          ['-af', `aresample=${sampleRate}:async=1:first_pts=0`],
          // A fixed header of 44 bytes, and the same bytes from the same file.
          ['-c:a', 'pcm_s16le', '-bitexact', '-map_metadata', '-1', '-t', String(endSeconds), '-f', 'wav'],
        ].flat(),
      },
      doing: 'The audio could not be read',
      signal: context.signal,
      limits: {
        memoryMiB: 512,
        fileMiB: Math.ceil((endSeconds * bytesPerSecond) / 1024 ** 2) + 1,
        // It runs at hundreds of times real time; slower than real time is no disk that anybody uses.
        totalSeconds: 600 + endSeconds,
      },
      onTime: (reachedMs) => context.progress(Math.min(1, reachedMs / durationMs)),
    })
    const { size } = await stat(path)
    return { file, durationMs: Math.round(((size - headerBytes) / bytesPerSecond) * 1000), sampleRate }
  },
}
