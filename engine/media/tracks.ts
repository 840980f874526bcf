import { open } from 'node:fs/promises'
import { z } from 'zod'
import type { Probe } from '#contract/videos/analysis.ts'
import { runFfprobe } from './ffmpeg.ts'
import { isServed } from './served.ts'

export type Tracks = {
  /** ffprobe adds this offset to all times that it prints. */
  startSeconds: number
  /** The length in ms, or 0 if unknown. */
  durationMs: number
  video: (NonNullable<Probe['video']> & { pixelAspect: number }) | null
  audio: { codec: string; channels: number; streamIndex: number } | null
}

function readAspect(text: string): number {
  const [over = 0, under = 0] = text.split(':').map(Number)
  const aspect = over / under
  return aspect > 0.2 && aspect < 5 ? aspect : 1
}

export async function readTracks(path: string, signal?: AbortSignal): Promise<Tracks> {
  const { format, streams } = await describeMedia(path, signal)
  const video = pickTrack(streams, 'video')
  const audio = pickTrack(streams, 'audio')
  return {
    startSeconds: format.start_time ?? 0,
    durationMs: Math.round((format.duration ?? 0) * 1000),
    video:
      video !== null && video.width > 0 && video.height > 0
        ? { ...describeVideo(video), pixelAspect: readAspect(video.sample_aspect_ratio) }
        : null,
    audio:
      audio !== null && audio.sample_rate > 0 && audio.channels > 0
        ? { codec: audio.codec_name, channels: audio.channels, streamIndex: audio.index }
        : null,
  }
}

export function pickTrack(streams: readonly StreamDescription[], kind: 'video' | 'audio'): StreamDescription | null {
  const tracks = streams.filter((s) => s.codec_type === kind && s.disposition.attached_pic !== 1)
  return tracks.find((s) => s.disposition.default === 1) ?? tracks[0] ?? null
}

export function describeVideo(stream: StreamDescription): NonNullable<Probe['video']> {
  const turned = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation
  // The display matrix is counterclockwise. The older tag is clockwise.
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

const seconds = z.coerce.number().optional().catch(undefined)
const tag = z.string().optional()

/** Leaves out free text such as comments, which can be megabytes long. */
const Description = z.object({
  streams: z
    .array(
      z.object({
        index: z.int(),
        codec_type: z.string().optional(),
        codec_name: z.string().default('unknown'),
        profile: z.string().optional(),
        pix_fmt: z.string().optional(),
        width: z.int().default(0),
        height: z.int().default(0),
        sample_aspect_ratio: z.string().default('1:1'),
        avg_frame_rate: z.string().default('0/0'),
        r_frame_rate: z.string().default('0/0'),
        channels: z.int().default(0),
        sample_rate: z.coerce.number().default(0),
        start_time: seconds,
        disposition: z.object({ default: z.int(), attached_pic: z.int() }).partial().default({}),
        tags: z.object({ language: tag, rotate: tag }).default({}),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
      }),
    )
    .default([]),
  format: z.object({
    format_name: z.string(),
    start_time: seconds,
    duration: seconds,
    tags: z.object({ major_brand: tag }).default({}),
  }),
})
export type StreamDescription = z.infer<typeof Description>['streams'][number]

const entries = [
  'format=format_name,start_time,duration',
  'format_tags=major_brand',
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate,channels,sample_rate,start_time',
  'stream_disposition=default,attached_pic',
  'stream_tags=language,rotate',
  'stream_side_data=rotation',
].join(':')

export async function describeMedia(path: string, signal?: AbortSignal) {
  const printed = await runFfprobe({
    input: { path },
    args: ['-print_format', 'json', '-show_entries', entries],
    doing: 'The file could not be opened',
    signal,
  })
  const { format, streams } = Description.parse(JSON.parse(printed))
  return { format, streams, container: await nameContainer(path, format.format_name, format.tags.major_brand) }
}

/** ffprobe uses one name for MP4 and MOV, and another for Matroska and WebM. */
async function nameContainer(path: string, formatName: string, brand: string | undefined): Promise<string> {
  if (formatName.startsWith('mov,')) return brand?.trim() === 'qt' || brand === undefined ? 'mov' : 'mp4'
  if (!formatName.startsWith('matroska')) return formatName
  // The EBML DocType is element 0x4282, followed by a length byte and text.
  return (await readStart(path)).includes(Buffer.from('\x42\x82\x84webm', 'latin1')) ? 'webm' : 'matroska'
}

const startBytes = 256

async function readStart(path: string): Promise<Buffer> {
  if (isServed(path)) {
    const response = await fetch(path, { headers: { range: `bytes=0-${startBytes - 1}` } })
    return Buffer.from(await response.arrayBuffer())
  }
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
  return buffer.subarray(0, bytesRead)
}
