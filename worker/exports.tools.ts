import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { cutClip } from '#engine/media/clip.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { runLimited } from '#engine/media/process.ts'
import { addCaptions } from '#engine/media/reel/join.ts'
import { makeReel } from '#engine/media/reel/reel.ts'
import { Unprocessable } from '#engine/stage.ts'
import type { ExportTools } from '#server/features/exports/core/maker.ts'
import { Permanent } from '#server/platform/queue.ts'
import { requireWhole } from './exports.media.ts'

const widest = 640

/** If the store failed while a tool was reading, throws that error instead of the tool's. */
async function withWhole<T>(inputs: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    for (const each of inputs) requireWhole(each)
  }
}

async function extractStill(...[input, atMs, out, signal]: Parameters<ExportTools['still']>): Promise<boolean> {
  await runFfmpeg({
    inputs: [{ path: input, options: ['-an', '-sn', '-dn', '-ss', String(atMs / 1000)] }],
    output: {
      path: out,
      // Omits the encoder version, so the same frame always produces the same bytes.
      options: [
        '-map',
        '0:v:0',
        '-frames:v',
        '1',
        '-vf',
        `scale='min(${widest},iw)':-2`,
        '-q:v',
        '4',
        '-flags',
        '+bitexact',
        '-f',
        'mjpeg',
      ],
    },
    doing: 'A frame of the video could not be read',
    signal,
    limits: { totalSeconds: 120 },
  })
  return stat(out).then(
    ({ size }) => size > 0,
    () => false,
  )
}

export const exportTools: ExportTools = {
  still: (input, ...still) => withWhole([input], () => extractStill(input, ...still)),
  cutClip: (input, ...cut) => withWhole([input], () => cutClip(input, ...cut)).catch(toPermanent),
  makeReel: (work, ...reel) =>
    withWhole(
      work.clips.map(({ input }) => input),
      () => makeReel(work, ...reel),
    ).catch(toPermanent),
  addCaptions: (...captions) => addCaptions(...captions).catch(toPermanent),
  encryptPdf,
}

/** The queue retries every error except `Permanent`. */
function toPermanent(error: unknown): never {
  throw error instanceof Unprocessable ? new Permanent(error.message, { cause: error }) : error
}

/**
 * Returns a random owner password of 48 hex characters. Raw bytes could include a zero byte, where qpdf would stop
 * reading. With an empty owner password, anyone could open the file.
 */
export const newOwnerPassword = (): string => Buffer.from(randomBytes(24).toString('hex')).toString('hex')

const qpdfLimits = { memoryMiB: 4096, fileMiB: 4096, silentSeconds: null, totalSeconds: 3600, stdoutMiB: 1 }

/** Encrypts a PDF with AES-256 (revision 6). Arguments go through stdin to stay out of the process list. */
async function encryptPdf(input: string, out: string, password: string, signal: AbortSignal): Promise<void> {
  // Hex keeps qpdf from reading a leading "-" or "@" as an option.
  const args = [
    ['--password-mode=hex-bytes', '--encrypt', Buffer.from(password).toString('hex'), newOwnerPassword()],
    ['256'],
    ['--modify=none', '--extract=y', '--accessibility=y', '--'],
    ['--object-streams=generate', input, out],
  ].flat()
  const stdin = args.join('\n') + '\n'
  const ended = await runLimited({ command: 'qpdf', args: ['@-'], stdin, limits: qpdfLimits, signal })
  if (ended.code === 127 && /not found/.test(ended.stderr))
    throw new Permanent(
      'Encrypting a PDF requires qpdf, which isn’t installed on this server. Install it, or export without a password.',
    )
  // Exit code 3 means that the file was encrypted but qpdf issued warnings.
  if (ended.code !== 0 && ended.code !== 3)
    throw new Error(`qpdf exited with ${ended.code ?? ended.exitSignal}: ${ended.stderr}`)
}
