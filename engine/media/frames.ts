import { runFfprobe } from './ffmpeg.ts'
import type { Tracks } from './tracks.ts'

/** A picture of the recording: when it is shown, in milliseconds from the beginning of the container, not rounded. */
export type Frame = { ms: number; isKey: boolean }

/** From the first to just before the second, in milliseconds of the recording. */
export type Stretch = { startMs: number; endMs: number }

/** Packets come in the order of decoding: pictures that are shown within this may stand before or behind. */
const reorderSeconds = 2
/** About 20 bytes a line; 24 hours at 60 frames a second are 5 million lines. */
const listMiB = 128

/**
 * The pictures that are shown within a stretch, in the order in which the file holds them (which is that of decoding).
 * Reads without decoding, except where the container gives no times to pictures. Those are AVI files whose pictures are
 * stored out of order: what is made of their times after a jump may be one picture off.
 */
export async function listFrames(
  path: string,
  { startSeconds, video }: Tracks,
  stretch: Stretch,
  signal?: AbortSignal,
): Promise<Frame[]> {
  if (video === null) return []
  const from = Math.max(0, stretch.startMs / 1000 - reorderSeconds) + startSeconds
  const to = stretch.endMs / 1000 + reorderSeconds + startSeconds
  const list = (entries: string) =>
    runFfprobe({
      input: { path },
      args: [
        ['-select_streams', String(video.streamIndex), '-read_intervals', `${from.toFixed(6)}%${to.toFixed(6)}`],
        ['-show_entries', entries, '-print_format', 'csv=print_section=0'],
      ].flat(),
      doing: 'The pictures of the recording could not be listed',
      signal,
      limits: { stdoutMiB: listMiB, totalSeconds: 600 },
    })
  const packets = parse(await list('packet=pts_time,flags'), startSeconds)
  const { frames } = packets.isComplete
    ? packets
    : parse(await list('frame=key_frame,best_effort_timestamp_time'), startSeconds)
  // Half a microsecond: both sides were rounded when they were printed.
  const margin = 0.0005
  return frames.filter(({ ms }) => ms >= stretch.startMs - margin && ms < stretch.endMs - margin)
}

/** A packet marked D is cut off by the container and never shown. Not complete where a line has no time. */
function parse(printed: string, startSeconds: number): { frames: Frame[]; isComplete: boolean } {
  const frames: Frame[] = []
  let isComplete = true
  for (const line of printed.split('\n')) {
    if (line === '') continue
    const fields = line.split(',')
    const time = fields.find((field) => /^-?\d+\.\d+$/.test(field))
    const flags = fields.find((field) => field !== time) ?? ''
    if (flags.includes('D')) continue
    if (time === undefined) isComplete = false
    else frames.push({ ms: (Number(time) - startSeconds) * 1000, isKey: flags === '1' || flags.startsWith('K') })
  }
  return { frames, isComplete }
}
