import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { Permanent } from '#server/platform/queue.ts'
import { gather, type Gathered } from '../documents/content/gather.ts'
import { manifestOf } from '../documents/content/manifest.ts'
import type { ExportMaker, MakerInput, MakerProgress, ReelWork } from '../core/maker.ts'
import { inThread } from '../core/thread.ts'
import type { FilmWork } from './film.thread.ts'
import { type FilmPlan, planFilm, reelOf } from './film.plan.ts'

/** Longer than anybody plays in a courtroom, and than a job may take on a slow machine. */
const mostHours = 3
/** Seconds that cards add: see the engine's. */
const card = { each: 3, opening: 6 } as const
/** Of talking people at 1280 x 720, with sound; larger pictures in proportion. */
const bytesPerSecond = 260_000

const nothing = 'No highlight with a time passes the choices: there is nothing to show. Confirm some, or choose others.'

/** Reels and single clips. A clip is copied from its original where that is exact and nothing is laid over it. */
export const filmMaker: ExportMaker = {
  type: 'mp4',
  templates: ['highlight_reel', 'highlight_clip'],
  file: (_order, isEncrypted) => (isEncrypted ? 'zip' : 'mp4'),

  async estimate(asked) {
    const gathered = await gather(asked)
    const { clips, untimed } = await planFilm(gathered)
    const { template, options } = asked.order
    const isReel = template === 'highlight_reel'
    const cut = clips.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0)
    const cards = isReel && options.titleCards && clips.length > 0 ? card.opening + clips.length * card.each : 0
    const seconds = Math.round((cut + cards) * 10) / 10
    return {
      pages: null,
      rows: null,
      seconds,
      bytes: Math.round(seconds * bytesPerSecond),
      items: clips.length,
      warnings: [
        ...(clips.length === 0 ? [nothing] : []),
        ...(untimed > 0
          ? [
              `${untimed} ${untimed === 1 ? 'highlight has' : 'highlights have'} no time in a recording and cannot be shown.`,
            ]
          : []),
        ...(seconds > mostHours * 3600 ? [tooLong(seconds)] : []),
        'It shows people as they were recorded. Names that are left out are silenced where the transcript has them.',
      ],
    }
  },

  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const { order, password, folder } = input
    const gathered = await gather(input)
    const plan = await planFilm({ ...gathered, storage: input.storage })
    try {
      if (plan.clips.length === 0) throw new Permanent(nothing)
      const seconds = plan.clips.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0)
      if (seconds > mostHours * 3600) throw new Permanent(tooLong(seconds))
      const path = password === null ? out : join(folder, 'plain')
      const work = await reelOf(gathered, plan, input.kept)
      const isOne = order.template === 'highlight_clip'
      const clips = isOne
        ? await makeClip(input, work, path, progress, signal)
        : await makeReel(input, work, path, progress, signal)
      if (password !== null) {
        progress({ fraction: 0.96, step: 'Encrypting' })
        const sealing: FilmWork = { path, name: isOne ? 'clip.mp4' : 'reel.mp4', password, out }
        await inThread(new URL('./film.thread.ts', import.meta.url), sealing, () => {}, signal)
        await rm(path)
      }
      return { manifest: manifestFor(gathered, plan, work, clips) }
    } finally {
      for (const original of plan.originals) await original.release()
    }
  },
}

type Progress = (now: MakerProgress) => void
type ClipFacts = Record<string, unknown>[]

async function makeReel({ tools }: MakerInput, work: ReelWork, path: string, progress: Progress, signal: AbortSignal) {
  const { clips, canvas, durationMs } = await tools.makeReel(
    work,
    path,
    (now) => progress({ ...now, fraction: now.fraction * 0.95 }),
    signal,
  )
  return clips.map((each): ClipFacts[number] => ({ ...each, method: 'encoded', canvas, reelMs: durationMs }))
}

/** Without a card; the sound at its own level. What is laid over the picture or silenced cannot be copied. */
async function makeClip(
  { tools, folder }: MakerInput,
  work: ReelWork,
  path: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ClipFacts> {
  const [clip] = work.clips
  if (!clip) throw new Permanent(nothing)
  if (work.captions === 'burned' || work.timecodeBurn || clip.mutes.length > 0) {
    const plain = { ...work, clips: [{ ...clip, card: [] }], opening: [] }
    const { clips } = await tools.makeReel(plain, path, progress, signal)
    return clips.map((each) => ({ ...each, method: 'encoded' }))
  }
  const length = clip.endMs - clip.startMs
  const onTime = (ms: number) => progress({ fraction: Math.min(0.9, ms / length), step: 'Cutting the clip' })
  const made = await tools.cutClip(clip.input, clip, path, { mode: 'copy-where-exact', onTime }, signal)
  if (work.captions === 'selectable') {
    const begin = made.firstFrameMs ?? clip.startMs
    const cues = clip.cues
      .filter(({ startMs, endMs }) => endMs > begin && startMs < clip.endMs)
      .map(({ text, startMs, endMs }) => ({
        text,
        startMs: Math.max(0, startMs - begin),
        endMs: Math.min(endMs, clip.endMs) - begin,
      }))
    await tools.addCaptions(path, folder, cues, signal)
  }
  return [made]
}

/** Paths of this machine stay out; what was silenced is said. `core/film-link.ts` reads the times of the clips back. */
function manifestFor({ order }: Gathered, plan: FilmPlan, work: ReelWork, made: ClipFacts): Record<string, unknown> {
  const clips = plan.clips.map(({ highlights, original, startMs, endMs }, at) => ({
    highlightIds: highlights.map(({ highlight }) => highlight.id),
    videoId: original.videoId,
    sha256: original.sha256,
    startMs,
    endMs,
    silenced: work.clips[at]?.mutes ?? [],
    ...made[at],
  }))
  const content = { ...work, folder: '', clips: work.clips.map((clip) => ({ ...clip, input: '' })) }
  const inputs = plan.originals.map(({ videoId, sha256 }) => ({ videoId, sha256 }))
  return { ...manifestOf(order, content, { clips: clips.length }, inputs), clips }
}

const tooLong = (seconds: number): string =>
  `It would last ${(seconds / 3600).toFixed(1)} hours; ${mostHours} are the most. Choose fewer highlights, or less before and after.`
