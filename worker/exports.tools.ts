import { stat } from 'node:fs/promises'
import { cutClip } from '#engine/media/clip.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { addCaptions } from '#engine/media/reel/join.ts'
import { makeReel } from '#engine/media/reel/reel.ts'
import { Unprocessable } from '#engine/stage.ts'
import type { ExportTools } from '#server/features/exports/core/maker.ts'
import { Permanent } from '#server/platform/queue.ts'

const widest = 640

/** What exports need of the engine. */
export const exportTools: ExportTools = {
  async still(input, atMs, out, signal) {
    await runFfmpeg({
      inputs: [{ path: input, options: ['-an', '-sn', '-dn', '-ss', String(atMs / 1000)] }],
      output: {
        path: out,
        // Without the version of the encoder in it, the same picture is the same bytes.
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
      doing: 'A picture of the video could not be read',
      signal,
      limits: { totalSeconds: 120 },
    })
    return stat(out).then(
      ({ size }) => size > 0,
      () => false,
    )
  },
  cutClip: (...cut) => cutClip(...cut).catch(giveUp),
  makeReel: (...reel) => makeReel(...reel).catch(giveUp),
  addCaptions: (...captions) => addCaptions(...captions).catch(giveUp),
}

/** The queue tries everything again that does not call itself permanent. */
function giveUp(error: unknown): never {
  throw error instanceof Unprocessable ? new Permanent(error.message, { cause: error }) : error
}
