import { createHash } from 'node:crypto'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filmEncoder } from '../clip.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import type { Canvas } from './canvas.ts'
import { evenSound } from './loudness.ts'
import type { ReelWork, Sized } from './work.ts'
import { writeAss, type CardLine, fontFolder } from './titles.ts'

/** Increment this when segments change so that cached ones aren't reused. */
const version = 2
const sampleRate = 48_000
const cardMs = 3000
const openingMs = 6000
const background = '0x10151d'

export type Segment = {
  file: string
  /** Frame counts use the reel's frame rate. */
  cardFrames: number
  clipFrames: number
}

type SegmentWork = {
  clip: Sized
  canvas: Canvas
  work: Pick<ReelWork, 'captions' | 'timecodeBurn' | 'folder'>
  opening: readonly CardLine[]
  gainDb: number | null
}

/** Uses lossless audio so the joins can't be heard. The cached file's name depends on all inputs. */
export async function makeSegment(
  segment: SegmentWork,
  onTime: (reachedMs: number) => void,
  signal: AbortSignal,
): Promise<Segment & { isReused: boolean }> {
  const { clip, canvas, work } = segment
  const frameMs = (1000 * canvas.rate[1]) / canvas.rate[0]
  const cards = [
    { lines: segment.opening, frames: Math.round(openingMs / frameMs) },
    { lines: clip.card, frames: Math.round(cardMs / frameMs) },
  ].filter(({ lines }) => lines.length > 0)
  const cardFrames = cards.reduce((sum, { frames }) => sum + frames, 0)
  const clipFrames = countFrames(clip, frameMs)
  const captions = listCaptions(segment, cardFrames * frameMs)
  let at = 0
  const placed = cards.map(({ lines, frames }) => {
    const fromMs = at
    at += frames * frameMs
    return { fromMs, toMs: at, lines }
  })
  const titles = placed.length + captions.length === 0 ? null : writeAss(canvas, placed, captions)
  const filters = buildFilters(segment, { cardFrames, clipFrames, hasTitles: titles !== null })
  const { inputKey, beginMs } = clip
  const facts = [version, inputKey, beginMs, cardFrames, clipFrames, filters('titles'), filmEncoder, titles]
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
  const made: Segment = { file: `segment-${key}.mov`, cardFrames, clipFrames }
  const path = join(work.folder, made.file)
  if (await isThere(path)) return { ...made, isReused: true }

  const part = join(work.folder, `part-${key}.mov`)
  const titleFile = `part-${key}.ass`
  if (titles !== null) await writeFile(join(work.folder, titleFile), titles)
  const seek = ['-ss', Math.max(0, beginMs / 1000 - 0.000002).toFixed(6)]
  // Limit how far ffmpeg reads, because the audio may be stored several seconds after the video.
  const length = ['-t', ((clip.endMs - beginMs) / 1000 + 3).toFixed(3)]
  await runFfmpeg({
    inputs: [{ path: clip.input, options: ['-threads', '2', ...seek, ...length] }],
    output: {
      path: part,
      options: [
        ['-filter_complex', filters(titleFile), '-map', '[v]', '-map', '[a]'],
        ['-r', canvas.rate.join('/'), '-fps_mode', 'cfr', '-frames:v', String(cardFrames + clipFrames)],
        filmEncoder,
        ['-c:a', 'pcm_s16le', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
        ['-flags', '+bitexact', '-max_muxing_queue_size', '4096', '-f', 'mov'],
      ].flat(),
    },
    doing: 'A clip could not be cut',
    signal,
    folder: work.folder,
    limits: { memoryMiB: 1536, totalSeconds: 600 + ((clip.endMs - beginMs) / 1000) * 30 },
    onTime: (ms) => onTime(Math.max(0, ms - cardFrames * frameMs)),
  })
  // Sync before renaming. Otherwise, a power loss could leave a file with its final name but no data.
  await using file = await open(part, 'r+')
  await file.sync()
  await rename(part, path)
  await rm(join(work.folder, titleFile), { force: true })
  return { ...made, isReused: false }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )

function countFrames({ frames, beginMs, endMs, tracks }: Sized, frameMs: number): number {
  const last = frames.at(-1)
  if (!last || !tracks.video) return Math.max(1, Math.round((endMs - beginMs) / frameMs))
  const [over, under] = tracks.video.frameRate
  const until = Math.min(endMs, last.ms + (1000 * under) / over) - beginMs
  return Math.max(Math.round((last.ms - beginMs) / frameMs) + 1, Math.round(until / frameMs))
}

function listCaptions({ clip, work }: SegmentWork, beforeMs: number) {
  if (work.captions !== 'burned') return []
  return shiftCues(clip, beforeMs)
}

export const shiftCues = ({ cues, beginMs, endMs }: Sized, atMs: number) =>
  cues
    .filter(({ startMs, endMs: until }) => until > beginMs && startMs < endMs)
    .map((cue) => ({
      ...cue,
      startMs: Math.max(cue.startMs, beginMs) - beginMs + atMs,
      endMs: Math.min(cue.endMs, endMs) - beginMs + atMs,
    }))

function buildFilters(
  { clip, canvas, work, gainDb }: SegmentWork,
  { cardFrames, clipFrames, hasTitles }: { cardFrames: number; clipFrames: number; hasTitles: boolean },
): (titleFile: string) => string {
  const { width, height, rate } = canvas
  const [over, under] = rate
  const samples = (frames: number) => Math.round((frames * under * sampleRate) / over)
  const blank = (frames: number) =>
    `color=c=${background}:s=${width}x${height}:r=${over}/${under},trim=end_frame=${frames},format=yuv420p,setsar=1`
  const quiet = (count: number) =>
    `anullsrc=r=${sampleRate}:cl=stereo,aformat=sample_fmts=fltp,atrim=end_sample=${count}`
  const fonts = fontFolder()
  const { video, audio } = clip.tracks
  const last = clip.frames.at(-1)
  const stamp = work.timecodeBurn ? `,${timecode(clip.beginMs, height, fonts)}` : ''
  const picture =
    video && last
      ? [
          `[0:${video.streamIndex}]trim=end=${((last.ms - clip.beginMs + 600 / (video.frameRate[0] / video.frameRate[1])) / 1000).toFixed(6)}`,
          // `dar` is needed because pixels may not be square.
          `scale=w='2*round(min(${width},${height}*dar)/2)':h='2*round(min(${height},${width}/dar)/2)'`,
          `pad=${width}:${height}:-1:-1:color=black,setsar=1,format=yuv420p${stamp}`,
          `fps=${over}/${under}:round=near:start_time=0`,
          // If a frame can't be decoded, the previous one is repeated.
          `tpad=stop_mode=clone:stop=${clipFrames},trim=end_frame=${clipFrames},setpts=PTS-STARTPTS[clip]`,
        ].join(',')
      : `${blank(clipFrames)}${stamp}[clip]`
  const sound = audio
    ? [
        `[0:${audio.streamIndex}]${evenSound}`,
        ...clip.mutes.map(({ startMs, endMs }) => silence(startMs - clip.beginMs, endMs - clip.beginMs)),
        ...(gainDb === null ? [] : [`volume=${gainDb}dB,alimiter=limit=0.891:level=disabled`]),
        `apad,atrim=end_sample=${samples(clipFrames)}[heard]`,
      ].join(',')
    : `${quiet(samples(clipFrames))}[heard]`
  const joined =
    cardFrames === 0
      ? ['[clip]null[film]', '[heard]anull[sound]']
      : [
          `${blank(cardFrames)}[card]`,
          `${quiet(samples(cardFrames))}[hush]`,
          '[card][clip]concat=n=2:v=1:a=0[film]',
          '[hush][heard]concat=n=2:v=0:a=1[sound]',
        ]
  return (titleFile) =>
    [
      picture,
      sound,
      ...joined,
      `[film]${hasTitles ? `ass=${titleFile}${fonts === null ? '' : `:fontsdir=${fonts}`}` : 'null'}[v]`,
      '[sound]aformat=sample_fmts=s16[a]',
    ].join(';')
}

const timecode = (beginMs: number, height: number, fonts: string | null): string =>
  [
    `drawtext=${fonts === null ? 'font=Mono' : `fontfile=${fonts}/DejaVuSansMono.ttf`}`,
    `text='%{pts\\:hms\\:${(beginMs / 1000).toFixed(6)}}'`,
    `fontsize=${Math.round(height / 22)}:fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=${Math.round(height / 120)}`,
    `x=w-tw-${Math.round(height / 40)}:y=${Math.round(height / 40)}`,
  ].join(':')

const silence = (fromMs: number, toMs: number): string =>
  `volume=0:enable='between(t,${(Math.max(0, fromMs) / 1000).toFixed(3)},${(toMs / 1000).toFixed(3)})'`
