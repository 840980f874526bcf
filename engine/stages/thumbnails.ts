import { appendFile, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Thumbnails } from '#contract/videos/analysis.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { type Stage, type StageContext, Unprocessable } from '../stage.ts'

const tile = { width: 160, height: 90, columns: 10, most: 100 } as const
const intervalsSeconds = [2, 5, 10, 15, 20, 30, 60, 90, 120, 180, 240, 300, 600, 900] as const
/** For shorter videos, reading all key frames in one pass is faster than a hundred seeks. */
const onePassSeconds = 600
/** With an index, a seek takes 0.2 s. Without one, each seek reads from the start of the file. */
const slowJumpMs = 3000

/** Letterboxes frames so portrait and landscape videos can use the same grid. */
const fit = [
  'scale=w=trunc(iw*sar/2)*2:h=ih,setsar=1',
  `scale=${tile.width}:${tile.height}:force_original_aspect_ratio=decrease`,
  `pad=${tile.width}:${tile.height}:-1:-1`,
].join(',')
/** Each input keeps the file's index in memory, which uses 50 MB for six hours of video. */
const jumpsAtOnce = 5
const keyFramesOnly = ['-an', '-sn', '-dn', '-threads', '1', '-discard:v', 'nokey', '-skip_frame', 'nokey']

const seekKeyFrame = (atMs: number) => [...keyFramesOnly, '-noaccurate_seek', '-ss', String(atMs / 1000)]

export const thumbnailsStage: Stage<'thumbnails'> = {
  name: 'thumbnails',
  weight: 4,
  version: 1,
  reads: ['probe'],
  beside: true,
  after: ['audio'],
  async run(context) {
    const { video, durationMs } = context.artifact('probe')
    if (video === null) return { poster: null, sprite: null }
    const map = `0:${video.streamIndex}`
    try {
      const { poster, jumpMs } = await makePoster(context, map, durationMs)
      context.progress(0.05)
      return { poster, sprite: await makeSprite(context, map, durationMs, jumpMs) }
    } catch (error) {
      // A damaged video track shouldn't prevent a transcript.
      if (error instanceof Unprocessable) return { poster: null, sprite: null }
      throw error
    }
  },
}

async function grab(context: StageContext, map: string, atMs: number, options: readonly string[], file: string) {
  const path = join(context.folder, file)
  await runFfmpeg({
    inputs: [{ path: context.input, options: seekKeyFrame(atMs) }],
    output: { path, options: ['-map', map, '-frames:v', '1', ...options] },
    doing: 'A frame could not be read',
    signal: context.signal,
    limits: { totalSeconds: 600 },
    onTime: () => context.progress(0),
  })
  return stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )
}

async function makePoster(context: StageContext, map: string, durationMs: number) {
  const file = 'thumbnails.poster.jpg'
  let poster: string | null = null
  let jumpMs = 0
  for (const part of [0.1, 0, 0.25, 0.5]) {
    const started = performance.now()
    const light = 'thumbnails.light.raw'
    const seen = await grab(
      context,
      map,
      durationMs * part,
      ['-vf', 'scale=32:32,format=gray', '-f', 'rawvideo'],
      light,
    )
    jumpMs = Math.max(jumpMs, performance.now() - started)
    if (!seen) continue
    const black = isBlack(await readFile(join(context.folder, light)))
    await rm(join(context.folder, light), { force: true })
    if (black && poster !== null) continue
    const size = 'scale=w=trunc(iw*sar/2)*2:h=ih,setsar=1,scale=w=min(1280\\,iw):h=-2'
    const made = await grab(context, map, durationMs * part, ['-vf', size, '-q:v', '4', '-f', 'mjpeg'], file)
    if (made) poster = file
    if (made && !black) break
  }
  return { poster, jumpMs }
}

/** In video, black is 16 of 255, plus noise. */
function isBlack(gray: Buffer): boolean {
  return gray.reduce((sum, value) => sum + value, 0) / gray.length < 24
}

async function makeSprite(
  context: StageContext,
  map: string,
  durationMs: number,
  jumpMs: number,
): Promise<Thumbnails['sprite']> {
  const seconds = durationMs / 1000
  const intervalSeconds = intervalsSeconds.find((each) => seconds / each <= tile.most) ?? Math.ceil(seconds / tile.most)
  const wanted = Math.max(1, Math.ceil(seconds / intervalSeconds))
  const tiles = 'thumbnails.tiles.mjpeg'
  const path = join(context.folder, tiles)
  await rm(path, { force: true })
  const count =
    seconds > onePassSeconds && jumpMs < slowJumpMs
      ? await jumpForTiles(context, map, path, intervalSeconds * 1000, wanted)
      : await passForTiles(context, map, path, intervalSeconds, wanted)
  if (count === 0) return null
  const file = 'thumbnails.sprite.jpg'
  const columns = Math.min(tile.columns, count)
  const rows = Math.ceil(count / columns)
  await runFfmpeg({
    inputs: [{ path, isOwn: true, options: ['-f', 'mjpeg', '-framerate', '1'] }],
    output: {
      path: join(context.folder, file),
      options: ['-vf', `tile=${columns}x${rows}`, '-frames:v', '1', '-q:v', '5', '-f', 'mjpeg'],
    },
    doing: 'The thumbnails could not be joined',
    signal: context.signal,
    onTime: () => context.progress(1),
  })
  await rm(path, { force: true })
  const { width: tileWidth, height: tileHeight } = tile
  return { file, columns, rows, tileWidth, tileHeight, intervalMs: intervalSeconds * 1000, count }
}

const jpegStream = ['-q:v', '5', '-f', 'mjpeg']

async function passForTiles(context: StageContext, map: string, path: string, intervalSeconds: number, wanted: number) {
  await runFfmpeg({
    inputs: [{ path: context.input, options: keyFramesOnly }],
    output: {
      path,
      // If key frames are rare, fps and tpad repeat the last one, so tile i always matches the time i × interval.
      options: [
        '-map',
        map,
        '-vf',
        `fps=1/${intervalSeconds}:start_time=0,tpad=stop=-1:stop_mode=clone,${fit}`,
        '-frames:v',
        String(wanted),
        ...jpegStream,
      ],
    },
    doing: 'The thumbnails could not be made',
    signal: context.signal,
    limits: { totalSeconds: 3600 },
    onTime: (reachedMs) => context.progress(Math.min(1, reachedMs / 1000 / intervalSeconds / wanted)),
  })
  return countJpegs(await readFile(path))
}

async function jumpForTiles(context: StageContext, map: string, path: string, intervalMs: number, wanted: number) {
  let last: Buffer | null = null
  for (let first = 0; first < wanted; first += jumpsAtOnce) {
    const count = Math.min(jumpsAtOnce, wanted - first)
    const times = Array.from({ length: count }, (_, index) => (first + index) * intervalMs)
    const tiles = await extractTiles(context, map, times).catch(async (error: unknown) => {
      if (!(error instanceof Unprocessable)) throw error
      // Retry one frame at a time, because parallel seeks may have exceeded the memory limit.
      const alone: (Buffer | null)[] = []
      for (const atMs of times) alone.push(...(await extractTiles(context, map, [atMs])))
      return alone
    })
    for (const tile of tiles) {
      last = tile ?? last
      // If the video starts later than the audio, this keeps the grid aligned.
      if (last !== null) await appendFile(path, last)
    }
    context.progress((first + count) / wanted)
  }
  return last === null ? 0 : countJpegs(await readFile(path))
}

async function extractTiles(context: StageContext, map: string, times: readonly number[]): Promise<(Buffer | null)[]> {
  const paths = times.map((_, index) => join(context.folder, `thumbnails.tile-${index}.jpg`))
  const outputs = paths.map((path, index) => ({
    path,
    options: ['-map', map.replace('0:', `${index}:`), '-frames:v', '1', '-vf', fit, ...jpegStream],
  }))
  const [last, ...others] = outputs.toReversed()
  await runFfmpeg({
    inputs: times.map((atMs) => ({ path: context.input, options: seekKeyFrame(atMs) })),
    output: {
      path: last!.path,
      options: [...others.flatMap(({ options, path }) => [...options, `file:${path}`]), ...last!.options],
    },
    doing: 'The thumbnails could not be made',
    signal: context.signal,
    limits: { totalSeconds: 600 },
    onTime: () => context.progress(0),
  })
  return Promise.all(
    paths.map(async (path) => {
      const tile = await readFile(path).catch(() => null)
      await rm(path, { force: true })
      return tile === null || tile.length === 0 ? null : tile
    }),
  )
}

/** The bytes FF D8 FF occur only at the start of a JPEG, not in its data. */
function countJpegs(stream: Buffer): number {
  let count = 0
  for (
    let at = stream.indexOf('\xff\xd8\xff', 0, 'latin1');
    at !== -1;
    at = stream.indexOf('\xff\xd8\xff', at + 3, 'latin1')
  )
    count++
  return count
}
