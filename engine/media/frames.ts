import { runFfprobe } from './ffmpeg.ts'
import type { Tracks } from './tracks.ts'

/** `ms` is the time since the start of the container. It isn't rounded. */
export type Frame = { ms: number; isKey: boolean }

/** Times in the recording, in ms. `endMs` is exclusive. */
export type Stretch = { startMs: number; endMs: number }

const reorderSeconds = 2
/** Each line uses about 20 bytes, and 24 hours at 60 fps produce 5 million lines. */
const listMiB = 128

/** Returns frames in decoding order. Times may be off by one frame in AVI files with reordered frames. */
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
      doing: 'The frames of the recording could not be listed',
      signal,
      limits: { stdoutMiB: listMiB, totalSeconds: 600 },
    })
  const packets = parse(await list('packet=pts_time,flags'), startSeconds)
  const { frames } = packets.isComplete
    ? packets
    : parse(await list('frame=key_frame,best_effort_timestamp_time'), startSeconds)
  const margin = 0.0005
  return frames.filter(({ ms }) => ms >= stretch.startMs - margin && ms < stretch.endMs - margin)
}

/** Skips packets with the D flag, because they're never shown. `isComplete` is false if any line has no time. */
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
