import { open } from 'node:fs/promises'
import { z } from 'zod'
import { runFfprobe } from './ffmpeg.ts'

const seconds = z.coerce.number().optional().catch(undefined)
const tag = z.string().optional()

/** The part of ffprobe's answer that is asked for; free text (titles, comments) is left out, it may be megabytes. */
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

/** Asks ffprobe what a file holds. Times are seconds as ffprobe gives them, undefined where the file does not say. */
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

/** ffprobe calls MP4 and MOV, and Matroska and WebM, by one name each; browsers do not. */
async function nameContainer(path: string, formatName: string, brand: string | undefined): Promise<string> {
  if (formatName.startsWith('mov,')) return brand?.trim() === 'qt' || brand === undefined ? 'mov' : 'mp4'
  if (!formatName.startsWith('matroska')) return formatName
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
  // DocType is an element of the first header, 0x4282, a length byte and its text.
  return buffer.subarray(0, bytesRead).includes(Buffer.from('\x42\x82\x84webm', 'latin1')) ? 'webm' : 'matroska'
}
