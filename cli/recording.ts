/** The sound of a file that a person named on the command line, ready for the engine. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { Unprocessable } from '#engine/stage.ts'

/** Beside the containers of uploads: the files that recorders and reporters hand over as sound. */
const formats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,wav,w64,flac,mp3,ogg,aac,aiff,caf,asf'
const sampleRate = 16_000
// Without async a gap in the sound is closed, and every later time would be wrong by its length.
const filter = `aresample=${sampleRate}:async=1:first_pts=0`
const soundOptions = `-map 0:a:0 -ac 1 -ar ${sampleRate} -af ${filter} -c:a pcm_s16le -bitexact -f wav`.split(' ')

export type Recording = { audioPath: string; folder: string; signal: AbortSignal; progress: (fraction: number) => void }

/**
 * Runs `use` on the sound of `file` as 16 kHz mono WAV. Work files lie in `workFolder`, which is kept so that a killed
 * run goes on there, or in a temporary folder that is removed. Ctrl-C stops everything.
 */
export async function withRecording<T>(
  file: string,
  workFolder: string | undefined,
  title: string,
  use: (recording: Recording) => Promise<T>,
): Promise<T> {
  const input = resolve(file)
  const found = await stat(input).catch(() => null)
  if (!found?.isFile()) throw new Unprocessable(`There is no file "${file}".`)
  const folder = workFolder === undefined ? await mkdtemp(join(tmpdir(), 'venire-')) : resolve(workFolder)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Unprocessable('Stopped.'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  const bar = showProgress(title)
  try {
    await mkdir(folder, { recursive: true })
    // The name says which file it was made from: another recording in the same folder gets its own.
    const audioPath = join(folder, `sound-${found.size}-${Math.round(found.mtimeMs)}.wav`)
    if (!existsSync(audioPath)) {
      const made = `${audioPath}.part`
      await runFfmpeg({
        inputs: [{ path: input, options: ['-format_whitelist', formats, '-vn', '-sn', '-dn'] }],
        output: {
          path: made,
          options: soundOptions,
        },
        doing: 'The recording could not be read',
        signal: stop.signal,
      })
      await rename(made, audioPath)
    }
    return await use({ audioPath, folder, signal: stop.signal, progress: bar.show })
  } finally {
    bar.end()
    process.removeListener('SIGINT', interrupt)
    process.removeListener('SIGTERM', interrupt)
    if (workFolder === undefined) await rm(folder, { recursive: true, force: true })
  }
}

const barWidth = 30
const redrawMs = 200

/** A bar on a terminal, nothing in a pipe: the output of a script stays clean. */
function showProgress(title: string): { show: (fraction: number) => void; end: () => void } {
  const { isTTY } = process.stderr
  let drawnAt = -Infinity
  let highest = 0
  return {
    show(fraction) {
      highest = Math.max(highest, fraction)
      if (!isTTY || performance.now() - drawnAt < redrawMs) return
      drawnAt = performance.now()
      const full = Math.round(highest * barWidth)
      const bar = '█'.repeat(full) + '░'.repeat(barWidth - full)
      process.stderr.write(`\r${title} ${bar} ${Math.floor(highest * 100)}%`)
    },
    end() {
      if (isTTY && drawnAt > 0) process.stderr.write('\r\u001B[K')
    },
  }
}

/** A whole number of at least one from an option, or a sentence that names the option. */
export function readCount(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new Unprocessable(`--${name} needs a whole number from 1 on; it was "${text}".`)
  return Number(text)
}
