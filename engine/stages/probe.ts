import { stat } from 'node:fs/promises'
import type { Probe } from '#contract/analysis.ts'
import { describeMedia, type StreamDescription } from '../media/describe.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { planProxy } from '../media/plays.ts'
import { inspectContainer } from '../media/container.ts'
import { type Stage, type StageContext, Unprocessable } from '../stage.ts'

/** A sitting is a day at most; a longer time comes from a damaged header. */
const maxHours = 24
/** Even a still picture with silence takes more; a header that claims less would have us write hours of nothing. */
const minBytesPerSecond = 10
/** Half a frame of offset is common and harmless; more would show in the transcript. */
const clockToleranceSeconds = 0.1

/** What the file is. Refuses what cannot be analysed, each with its own sentence. */
export const probeStage: Stage<'probe'> = {
  name: 'probe',
  weight: 1,
  version: 1,
  reads: [],
  async run(context) {
    const { size } = await stat(context.input)
    if (size === 0) throw new Unprocessable('The file is empty.')
    const container = await inspectContainer(context.input)
    if (container === null)
      throw new Unprocessable('This is not a video or audio file that can be read (MP4, MOV, WebM, MKV or AVI).')
    const media = await describeMedia(context.input, context.signal)
    if (container.missingBytes > 0)
      throw new Unprocessable(
        `The file is cut off: ${container.missingBytes.toLocaleString('en-US')} bytes are missing at its end. Copy or upload it again from the original.`,
      )
    const video = pick(media.streams.filter((s) => s.codec_type === 'video' && s.disposition.attached_pic !== 1))
    const audio = pick(media.streams.filter((s) => s.codec_type === 'audio'))
    if (video === null && audio === null) throw new Unprocessable('The file holds neither video nor audio.')
    // A picture beyond ffmpeg's limit for us is reported without width and height.
    const readable = video !== null && video.width > 0 && video.height > 0 ? video : null
    const heard = audio !== null && audio.sample_rate > 0 && audio.channels > 0 ? audio : null
    if (readable === null && heard === null)
      throw new Unprocessable(
        'Neither the video nor the audio can be read: the file is damaged, of an unknown kind, or its picture is larger than 8192 x 4320 pixels.',
      )

    const startSeconds = media.format.start_time ?? 0
    const stated = media.format.duration !== undefined && media.format.duration > 0 ? media.format.duration : null
    const durationMs = stated === null ? await measureDuration(context) : Math.round(stated * 1000)
    if (durationMs > maxHours * 3_600_000)
      throw new Unprocessable(
        `The file says that it lasts longer than ${maxHours} hours; it is damaged, or must be split.`,
      )
    if (size < (durationMs / 1000) * minBytesPerSecond)
      throw new Unprocessable('The file says that it lasts far longer than what it holds: it is damaged.')

    const described = {
      container: media.container,
      video: readable && describeVideo(readable),
      audio: heard && {
        codec: heard.codec_name,
        channels: heard.channels,
        sampleRate: heard.sample_rate,
        streamIndex: heard.index,
        startMs: Math.round(((heard.start_time ?? startSeconds) - startSeconds) * 1000),
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

/** The track that players choose: the one marked as default, else the first. */
function pick(streams: readonly StreamDescription[]): StreamDescription | null {
  return streams.find((s) => s.disposition.default === 1) ?? streams[0] ?? null
}

function describeVideo(stream: StreamDescription): NonNullable<Probe['video']> {
  const turned = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation
  // The matrix counts against the clock, the older tag with it.
  const clockwise = turned === undefined ? Number(stream.tags.rotate ?? 0) : -turned
  return {
    codec: stream.codec_name,
    profile: stream.profile ?? null,
    pixelFormat: stream.pix_fmt ?? null,
    width: stream.width,
    height: stream.height,
    frameRate: chooseFrameRate(stream),
    rotation: Number.isFinite(clockwise) ? ((Math.round(clockwise) % 360) + 360) % 360 : 0,
    streamIndex: stream.index,
  }
}

/** The exact rate where frames are regular, else the mean; 25 where the file tells neither. */
function chooseFrameRate(stream: StreamDescription): [number, number] {
  const [regular, mean] = [stream.r_frame_rate, stream.avg_frame_rate].map((text): [number, number] | null => {
    const [over = 0, under = 0] = text.split('/').map(Number)
    return over > 0 && under > 0 && over / under <= 1000 ? [over, under] : null
  })
  if (!mean) return regular ?? [25, 1]
  if (!regular) return mean
  const ratio = regular[0] / regular[1] / (mean[0] / mean[1])
  return Math.abs(ratio - 1) < 0.01 ? regular : mean
}

/** Reads the file to its end without decoding. Recordings of a browser or a crashed camera have no duration. */
async function measureDuration(context: StageContext): Promise<number> {
  const { reachedMs } = await runFfmpeg({
    inputs: [{ path: context.input }],
    output: { path: null, options: ['-map', '0:v?', '-map', '0:a?', '-c', 'copy'] },
    doing: 'The length could not be measured',
    signal: context.signal,
    onTime: () => context.progress(0.5),
  })
  if (reachedMs === 0) throw new Unprocessable('The file holds no moment of video or audio: it is damaged.')
  return reachedMs
}
