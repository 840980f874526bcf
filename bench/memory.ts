/**
 * Measures memory use during a large upload and during analysis of a long video. Run: npm run bench -- memory [--gb 5]
 * [--hours 6]
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '#test/crash/platform.ts'

const { values } = parseArgs({
  options: { gb: { type: 'string', default: '5' }, hours: { type: 'string', default: '6' } },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'venire-memory-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`

const peaks = new Map<string, number>()
async function sample(rootPid: number): Promise<void> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const text = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    const parent = Number(/\) \S (\d+)/.exec(text)?.[1] ?? 0)
    if (parent > 0) parents.set(Number(name), parent)
  }
  const isBelow = (pid: number): boolean => pid === rootPid || (parents.has(pid) && isBelow(parents.get(pid)!))
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const [name, kilobytes] = [/Name:\s+(.+)/.exec(status)?.[1] ?? '', Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)]
    const kind = pid === rootPid ? 'server' : name === 'node' || name === 'MainThread' ? 'engine' : name
    peaks.set(kind, Math.max(peaks.get(kind) ?? 0, Math.round(kilobytes / 1024)))
  }
}
function report(title: string): void {
  console.log(`${title}: ${[...peaks].map(([kind, megabytes]) => `${kind} ${megabytes} MB`).join(', ')}`)
  peaks.clear()
}

const server = spawn(join(root, 'venire'), ['start', '--port', String(port), '--data', join(folder, 'data')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    SIGN_UP: 'open',
    LOG_LEVEL: 'warn',
    MIN_FREE_GB: '0',
    BUILT_IN_RECOGNITION: 'false',
    DRAFT_RECOGNITION: 'false',
  },
})
try {
  const isUp = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 200))
  const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firmName: 'Bench firm',
      name: 'Bench',
      email: 'bench@firm.example',
      password: 'a long enough password',
    }),
  })
  const cookie = signUp.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await sample(server.pid!)
  report('idle after the first start')

  const watch = setInterval(() => void sample(server.pid!), 200)
  const bytes = Math.round(Number(values.gb) * 1024 ** 3)
  const startedAt = performance.now()
  const sent = await upload('large.mp4', cookie, made(bytes), bytes)
  console.log(
    `upload of ${values.gb} GB: ${Math.round(bytes / 1024 ** 2 / ((performance.now() - startedAt) / 1000))} MB/s, SHA-256 ${sent.same ? 'equal' : 'DIFFERENT'}`,
  )
  report('largest during the upload')

  const long = await longVideo(Number(values.hours))
  const { size } = await stat(long)
  console.log(`a video of ${values.hours} h, 1080p at 30 frames a second, ${Math.round(size / 1024 ** 2)} MB`)
  const { id } = await upload('long.mp4', cookie, createReadStream(long, { highWaterMark: 1 << 20 }), size)
  peaks.clear()
  const analysisStart = performance.now()
  let status = 'processing'
  while (status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const video = (await (await fetch(`${url}/api/videos/${id}`, { headers: { cookie } })).json()) as {
      status: string
      failureReason: string | null
    }
    status = video.status
    if (status === 'failed') console.log(`failed: ${video.failureReason}`)
  }
  clearInterval(watch)
  console.log(`analysis: ${status} in ${Math.round((performance.now() - analysisStart) / 1000)} s`)
  report('largest during the analysis')
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}

function made(bytes: number): Readable {
  const block = randomBytes(1 << 20)
  let left = bytes
  return new Readable({
    highWaterMark: 1 << 20,
    read() {
      if (left <= 0) return void this.push(null)
      const chunk = Buffer.from(block.subarray(0, Math.min(left, block.length)))
      if (chunk.length >= 8) chunk.writeDoubleBE(left, 0)
      left -= chunk.length
      this.push(chunk)
    },
  })
}

async function upload(
  name: string,
  cookie: string,
  content: Readable,
  size: number,
): Promise<{ id: string; same: boolean }> {
  const boundary = `bench${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="videos"; filename="${name}"\r\ncontent-type: video/mp4\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const hash = createHash('sha256')
  const call = request(`${url}/api/videos/upload`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + end.length,
    },
  })
  const answered = new Promise<string>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(text))
    })
  })
  async function* body() {
    yield head
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    yield end
  }
  await pipeline(body, call)
  const { videos } = JSON.parse(await answered) as { videos: { id: string; sha256: string }[] }
  return { id: videos[0]!.id, same: videos[0]!.sha256 === hash.digest('hex') }
}

async function longVideo(hours: number): Promise<string> {
  const [once, long] = [join(folder, 'once.mp4'), join(folder, 'long.mp4')]
  const ffmpeg = (options: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...options])
  const source = join(root, 'samples/voir-dire.mp4')
  ffmpeg([
    '-i',
    source,
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-vf',
    'scale=1920:1080',
    '-r',
    '30',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '30',
    '-c:a',
    'copy',
    once,
  ])
  ffmpeg(['-stream_loop', '-1', '-i', once, '-t', String(hours * 3600), '-c', 'copy', '-movflags', '+faststart', long])
  return long
}
