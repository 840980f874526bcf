import { Transient, Unprocessable } from '../stage.ts'
import { type Ended, type Limits, runLimited } from './process.ts'
import { isServed } from './served.ts'

/** Playlists and scripts (HLS, DASH, ffconcat) aren't allowed because they can refer to other files or URLs. */
const containers = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,wav,mp3,flac,ogg'
const ownFormats = `${containers},mjpeg,srt,webvtt,concat,ffmetadata`

/** This is 8192 × 4320. A larger image may be a decompression bomb: a 656 kB PNG used 786 MB. */
const maxPixels = 35_389_440
const maxStreams = 64

/** Allows HTTP only for URLs passed to `allowServed`. A file read over HTTP can't make ffmpeg open local files. */
function guards({ path, isOwn }: MediaInput): string[] {
  return [
    ['-protocol_whitelist', isServed(path) ? 'http,tcp' : 'file,pipe'],
    ['-format_whitelist', isOwn ? ownFormats : containers],
    ['-max_pixels', String(maxPixels), '-max_streams', String(maxStreams)],
  ].flat()
}

const toUrl = (path: string): string => (isServed(path) ? path : `file:${path}`)

type MediaInput = {
  path: string
  options?: readonly string[]
  /** True for files that Venire wrote. They may also be WAV, MJPEG, captions, or concat lists. */
  isOwn?: boolean
}

const defaultLimits: Limits = {
  memoryMiB: 1024,
  fileMiB: 64 * 1024,
  silentSeconds: 60,
  totalSeconds: 12 * 3600,
  stdoutMiB: 1024,
}

/** Throws `Transient` if a retry might help, and `Unprocessable` if it can't. */
export async function runFfmpeg(options: {
  inputs: readonly MediaInput[]
  output: { path: string; options: readonly string[] } | { path: null; options: readonly string[] }
  doing: string
  signal?: AbortSignal | undefined
  limits?: Partial<Limits>
  /** The working directory. Filters refer to files by name only, because paths in filters need double escaping. */
  folder?: string
  /** Called about twice per second, even if there is no progress, so it also works as a heartbeat. */
  onTime?(reachedMs: number): void
}): Promise<{ reachedMs: number }> {
  const { output } = options
  const args = [
    ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-y'],
    ['-progress', 'pipe:1', '-stats_period', '0.5', '-filter_threads', '1'],
    ...options.inputs.map((input) => [...guards(input), ...(input.options ?? []), '-i', toUrl(input.path)]),
    output.options,
    output.path === null ? ['-f', 'null', '-'] : [`file:${output.path}`],
  ].flat()
  let reachedMs = 0
  let rest = ''
  const ended = await runLimited({
    command: 'ffmpeg',
    args,
    limits: { ...defaultLimits, ...options.limits },
    signal: options.signal,
    folder: options.folder,
    onWrite: () => options.onTime?.(reachedMs),
    onStdout(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const time = /^out_time_us=(\d+)/.exec(line)?.[1]
        if (time !== undefined) reachedMs = Math.max(reachedMs, Math.round(Number(time) / 1000))
        if (line.startsWith('progress=')) options.onTime?.(reachedMs)
      }
    },
  })
  if (!succeeded(ended)) throw explainFailure('ffmpeg', ended, options.doing)
  return { reachedMs }
}

export async function runFfprobe(options: {
  input: MediaInput
  args: readonly string[]
  doing: string
  signal?: AbortSignal | undefined
  limits?: Partial<Limits>
}): Promise<string> {
  let printed = ''
  const { input } = options
  const ended = await runLimited({
    command: 'ffprobe',
    args: [
      ['-hide_banner', '-loglevel', 'error', ...guards(input), ...(input.options ?? [])],
      [...options.args, toUrl(input.path)],
    ].flat(),
    limits: { ...defaultLimits, silentSeconds: null, totalSeconds: 60, stdoutMiB: 4, ...options.limits },
    signal: options.signal,
    onStdout(text) {
      printed += text
    },
  })
  if (!succeeded(ended)) throw explainFailure('ffprobe', ended, options.doing)
  return printed
}

function succeeded(ended: Ended): boolean {
  return ended.code === 0 && ended.killedFor === null
}

export async function checkMediaTools(): Promise<{
  ffmpeg: string | null
  ffprobe: string | null
  memoryLimited: boolean
}> {
  const run = async (command: string, args: string[], memoryMiB: number) => {
    let printed = ''
    const limits = { ...defaultLimits, memoryMiB, silentSeconds: null, totalSeconds: 20 }
    const ended = await runLimited({ command, args, limits, onStdout: (text) => (printed += text) })
    return succeeded(ended) ? printed.trim() : null
  }
  const version = async (tool: string) => /version (\S+)/.exec((await run(tool, ['-version'], 1024)) ?? '')?.[1] ?? null
  const limit = await run('sh', ['-c', 'ulimit -d'], 64)
  return {
    ffmpeg: await version('ffmpeg'),
    ffprobe: await version('ffprobe'),
    memoryLimited: limit === String(64 * 1024),
  }
}

const meanings: readonly { says: RegExp; means: string }[] = [
  {
    says: /moov atom not found/,
    means:
      'The file is incomplete: its index, which cameras write last, is missing. Copy or upload the original again.',
  },
  {
    says: /Format not on whitelist|not on whitelist|Invalid data found when processing input|EBML header parsing failed/,
    means:
      'This is not a readable video or audio file (MP4, MOV, WebM, MKV, AVI, WAV, MP3, M4A, FLAC, OGG), or it is damaged.',
  },
  { says: /max_streams|exceeded stream limit/i, means: 'The file has too many tracks.' },
  {
    says: /Picture size .* is invalid|max_pixels|Invalid pixel/i,
    means: 'The video is larger than 8192 x 4320 pixels.',
  },
  {
    says: /Cannot allocate memory|Resource temporarily unavailable|failed to map segment/i,
    means: 'The file needs too much memory.',
  },
  {
    says: /Could not find codec parameters|unknown codec|Decoder .* not found|no decoder found/i,
    means: 'Its video or audio format is not supported.',
  },
]

export function explainFailure(tool: 'ffmpeg' | 'ffprobe', ended: Ended, doing: string): Unprocessable | Transient {
  const detail = `${tool}: exit ${ended.code ?? ended.exitSignal ?? '?'}, killed for ${ended.killedFor ?? 'nothing'}\n${ended.stderr}`
  const transient = (sentence: string) => new Transient(sentence, { cause: detail })
  const permanent = (sentence: string) => new Unprocessable(sentence, { cause: detail })
  if (ended.killedFor === 'silence') return transient(`${doing}: no progress was made for a minute, so it was stopped.`)
  if (ended.killedFor === 'time') return transient(`${doing}: it took longer than allowed, so it was stopped.`)
  if (ended.killedFor === 'output')
    return permanent(`${doing}: the file has too much metadata. Export it again without metadata.`)
  if (ended.code === 127 && /not found/.test(ended.stderr))
    return transient(`${tool} is not installed on the server. Run: apt-get install ffmpeg`)
  if (/No space left on device/.test(ended.stderr))
    return transient(`${doing}: the server’s disk is full. Ask the operator to free space.`)
  if (ended.exitSignal === 'SIGXFSZ') return permanent(`${doing}: the result is too large.`)
  // If we didn't send SIGKILL, the out-of-memory killer did. Any other signal means the tool crashed on this file.
  if (ended.exitSignal === 'SIGKILL') return transient(`${doing}: the server ran out of memory.`)
  if (ended.code === null) return permanent(`${doing}: the file is damaged and can’t be processed.`)
  const meaning = meanings.find(({ says }) => says.test(ended.stderr))
  return permanent(`${doing}. ${meaning?.means ?? 'The file is damaged, or its format is not supported.'}`)
}
