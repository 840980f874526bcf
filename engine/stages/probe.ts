import { stat } from 'node:fs/promises'
import { describeMedia, describeVideo, pickTrack, type StreamDescription } from '../media/tracks.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { planProxy } from '../media/plays.ts'
import { inspectContainer } from '../media/container.ts'
import { type Stage, type StageContext, Unprocessable } from '../stage.ts'

/** A longer duration means the header is damaged. */
const maxHours = 24
/** Even a still image with silence has a higher rate, so a lower rate means the header is forged. */
const minBytesPerSecond = 10
const clockToleranceSeconds = 0.1

export const probeStage: Stage<'probe'> = {
  name: 'probe',
  weight: 1,
  version: 1,
  reads: [],
  async run(context) {
    const { size } = await stat(context.input)
    const media = await openMedia(context, size)
    const { video, audio } = pickReadable(media.streams)
    const startSeconds = media.format.start_time ?? 0
    const stated = media.format.duration !== undefined && media.format.duration > 0 ? media.format.duration : null
    const durationMs = stated === null ? await measureDuration(context) : Math.round(stated * 1000)
    refuseImplausible(durationMs, size)
    const described = {
      container: media.container,
      video: video && describeVideo(video),
      audio: audio && {
        codec: audio.codec_name,
        channels: audio.channels,
        sampleRate: audio.sample_rate,
        streamIndex: audio.index,
        isFirst: audio === media.streams.find((each) => each.codec_type === 'audio'),
        startMs: Math.round(((audio.start_time ?? startSeconds) - startSeconds) * 1000),
      },
    }
    const exactClock = stated !== null && Math.abs(startSeconds) <= clockToleranceSeconds
    return {
      ...described,
      durationMs,
      sizeBytes: size,
      captions: media.streams
        .filter((s) => s.codec_type === 'subtitle')
        .map((s) => ({ streamIndex: s.index, codec: s.codec_name, language: s.tags.language ?? null })),
      playsInBrowser: planProxy(described, exactClock) === null,
    }
  },
}

async function openMedia({ input, signal }: StageContext, size: number) {
  if (size === 0) throw new Unprocessable('The file is empty.')
  const container = await inspectContainer(input)
  if (container === null)
    throw new Unprocessable(
      'This is not a readable video or audio file (MP4, MOV, WebM, MKV, AVI, WAV, MP3, M4A, FLAC, or OGG).',
    )
  const media = await describeMedia(input, signal)
  if (container.missingBytes > 0)
    throw new Unprocessable(
      `The file is incomplete: ${container.missingBytes.toLocaleString('en-US')} bytes are missing at the end. Copy or upload the original again.`,
    )
  return media
}

function pickReadable(streams: readonly StreamDescription[]) {
  const video = pickTrack(streams, 'video')
  const audio = pickTrack(streams, 'audio')
  if (video === null && audio === null) throw new Unprocessable('The file contains no video or audio.')
  // ffprobe doesn't report a width or height for frames above our pixel limit.
  const seen = video !== null && video.width > 0 && video.height > 0 ? video : null
  const sound = audio !== null && audio.sample_rate > 0 && audio.channels > 0 ? audio : null
  if (seen === null && sound === null)
    throw new Unprocessable(
      'The video and audio cannot be read. The file is damaged, its format is not supported, or the video is larger than 8192 x 4320 pixels.',
    )
  return { video: seen, audio: sound }
}

function refuseImplausible(durationMs: number, size: number): void {
  if (durationMs > maxHours * 3_600_000)
    throw new Unprocessable(
      `The file is damaged or longer than ${maxHours} hours. If it’s too long, split it. If it’s damaged, upload the original again.`,
    )
  if (size < (durationMs / 1000) * minBytesPerSecond)
    throw new Unprocessable('The file is damaged: its stated length is far longer than its content.')
}

/** Reads to the end without decoding. Files that were recorded in a browser or interrupted don't contain a duration. */
async function measureDuration(context: StageContext): Promise<number> {
  const { reachedMs } = await runFfmpeg({
    inputs: [{ path: context.input }],
    output: { path: null, options: ['-map', '0:v?', '-map', '0:a?', '-c', 'copy'] },
    doing: 'The length could not be measured',
    signal: context.signal,
    onTime: () => context.progress(0.5),
  })
  if (reachedMs === 0) throw new Unprocessable('The file is damaged: it contains no playable video or audio.')
  return reachedMs
}
