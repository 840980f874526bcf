import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getTotalMs } from '#contract/speakers/spans.ts'
import { Unprocessable } from '../../stage.ts'
import { listFrames } from '../frames.ts'
import { readTracks, type Tracks } from '../tracks.ts'
import { chooseCanvas } from './canvas.ts'
import { joinSegments } from './join.ts'
import { chooseGains, measureLoudness } from './loudness.ts'
import { makeSegment, type Segment } from './segment.ts'
import type { ReelClip, ReelMade, ReelWork, Sized } from './work.ts'

export type ReelProgress = (now: { fraction: number; step: string; secondsLeft: number | null }) => void

/** Fractions of the total time, measured with talking-head videos. */
const shares = { measuring: 0.04, joining: 0.04 } as const

/** The result is deterministic. Reuses finished segments in `folder`. Throws `Unprocessable` if a retry can't help. */
export async function makeReel(
  work: ReelWork,
  out: string,
  progress: ReelProgress,
  signal: AbortSignal,
): Promise<ReelMade> {
  if (work.clips.length === 0) throw new Unprocessable('The reel has no clips.')
  await mkdir(work.folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(work.folder))
    if (name.startsWith('part-')) await rm(join(work.folder, name), { force: true })
  const report = reportTimeLeft(progress)
  report(0, 'Reading the recordings')
  const clips: Sized[] = []
  const looked = new Map<string, Tracks>()
  for (const clip of work.clips) {
    const tracks = looked.get(clip.input) ?? (await readTracks(clip.input, signal))
    looked.set(clip.input, tracks)
    clips.push(await size(clip, tracks, signal))
  }
  const canvas = chooseCanvas(clips.map(({ tracks }) => tracks))
  const measured: (number | null)[] = []
  for (const [at, clip] of clips.entries()) {
    report((shares.measuring * at) / clips.length, `Measuring the audio of clip ${at + 1} of ${clips.length}`)
    measured.push(await measureLoudness(clip, work.folder, signal))
  }
  const gains = chooseGains(clips, measured)
  const total = getTotalMs(clips)
  let before = 0
  const segments: Segment[] = []
  for (const [at, clip] of clips.entries()) {
    const step = `Cutting clip ${at + 1} of ${clips.length}`
    const lengthMs = clip.endMs - clip.startMs
    const reached = (ms: number) =>
      shares.measuring + (1 - shares.measuring - shares.joining) * ((before + Math.min(ms, lengthMs)) / total)
    report(reached(0), step)
    const { isReused, ...segment } = await makeSegment(
      { clip, canvas, work, opening: at === 0 ? work.opening : [], gainDb: gains[at]?.gainDb ?? null },
      (ms) => report(reached(ms), step),
      signal,
    )
    segments.push(segment)
    before += lengthMs
    if (isReused) report.skip(((1 - shares.measuring - shares.joining) * lengthMs) / total)
  }
  report(1 - shares.joining, 'Joining the clips')
  const [over, under] = canvas.rate
  const framesToMs = (frames: number) => (frames * under * 1000) / over
  let passed = 0
  const placed = clips.map((clip, at) => {
    const { cardFrames, clipFrames } = segments[at]!
    const from = passed
    passed += cardFrames + clipFrames
    return { clip, fromMs: framesToMs(from), atMs: framesToMs(from + cardFrames), toMs: framesToMs(passed) }
  })
  await joinSegments(work, segments, placed, canvas, out, signal)
  return {
    canvas,
    durationMs: Math.round(framesToMs(passed)),
    clips: placed.map(({ clip, atMs }, at) => ({
      atMs,
      firstFrameMs: clip.frames[0]?.ms ?? null,
      lastFrameMs: clip.frames.at(-1)?.ms ?? null,
      frames: clip.frames.length,
      gainDb: gains[at]?.gainDb ?? null,
      loudness: gains[at]?.loudness ?? null,
    })),
  }
}

/** Reused segments don't count toward the pace because they would distort it. */
function reportTimeLeft(progress: ReelProgress) {
  const begun = performance.now()
  let free = 0
  let latest = 0
  const report = (fraction: number, step: string) => {
    latest = Math.max(latest, fraction)
    const worked = latest - free
    const pace = worked > 0.02 ? (performance.now() - begun) / worked : null
    progress({ fraction: latest, step, secondsLeft: pace === null ? null : Math.ceil(((1 - latest) * pace) / 1000) })
  }
  report.skip = (share: number) => {
    free += share
  }
  return report
}

async function size(clip: ReelClip, tracks: Tracks, signal: AbortSignal): Promise<Sized> {
  const frames = (await listFrames(clip.input, tracks, clip, signal)).toSorted((a, b) => a.ms - b.ms)
  if (frames.length === 0 && tracks.audio === null)
    throw new Unprocessable('A clip’s start and end are outside its recording, so it has no video or audio.')
  return { ...clip, tracks, frames, beginMs: frames[0]?.ms ?? clip.startMs }
}
