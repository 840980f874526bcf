/**
 * Makes data.tar.zst and jobs.json from the last commit before processes had roles. Needs the git history, npm, and
 * ffmpeg. Run: node test/v0.1.0/make.ts
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { constants, zstdCompressSync } from 'node:zlib'
import { revision } from './revision.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'venire-v0.1.0-'))
const checkout = join(folder, 'checkout')
const env = {
  ...process.env,
  ...{ DATA_DIR: join(folder, 'data'), DEMO: 'true', SIGN_UP: 'open', MIN_FREE_GB: '0', PORT: '0', LOG_LEVEL: 'error' },
  // Nothing listens on this port, so messages stay in the queue.
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'venire@firm.example', BUILT_IN_RECOGNITION: 'false' },
  MEDIA_CHECK_DAYS: '0.0001',
}
const node = join(checkout, 'node_modules/.bin/node')
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1024 ** 3 })

async function checkOut(): Promise<void> {
  await mkdir(checkout)
  const tar = execFileSync('git', ['archive', revision], { cwd: join(here, '../..'), maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', checkout], { input: tar })
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'])
  const small = join(folder, 'small.mp4')
  const streams = '-i samples/voir-dire.mp4 -map 0:v:0 -map 0:a:0 -map 0:s:0 -vf scale=160:90,fps=5 -c:s copy'
  const coding = '-c:v libx264 -preset veryfast -crf 40 -c:a aac -b:a 16k -ac 1 -ar 16000'
  run('ffmpeg', ['-nostdin', '-v', 'error', ...streams.split(' '), ...coding.split(' '), small])
  await rename(small, join(checkout, 'samples/voir-dire.mp4'))
}

type Demo = { email: string; password: string; videoId: string }
type Call = (path: string, body?: object | Uint8Array<ArrayBuffer>) => Promise<Response>

async function startServer() {
  const script = `
    import { writeFile } from 'node:fs/promises'
    import { startPlatform } from './main.ts'
    import { readConfig } from './server/platform/config.ts'
    const platform = await startPlatform(readConfig(process.env))
    console.log(platform.url)
    process.once('SIGTERM', async () => {
      const { rows } = await platform.app.parts.database.pool.query(
        'select distinct on (name) name, data from pgboss.job order by name, created_on')
      const jobs = Object.fromEntries(rows.map(({ name, data }) => [name, data]))
      await writeFile(process.env.JOBS, JSON.stringify(jobs, null, 2) + '\\n')
      await platform.close()
      process.exit()
    })`
  await writeFile(join(checkout, 'serve.ts'), script)
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', 'serve.ts'], {
    cwd: checkout,
    env: { ...env, JOBS: join(here, 'jobs.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, url }
}

async function signIn(url: string, { email, password }: Demo): Promise<Call> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ email, password })
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  return async (path, given) => {
    const isFile = given instanceof Uint8Array
    const type = isFile ? 'application/zip' : 'application/json'
    const response = await fetch(url + path, {
      ...(given ? { method: 'POST', body: isFile ? given : JSON.stringify(given) } : {}),
      headers: { origin: url, cookie, ...(given ? { 'content-type': type } : {}) },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
}

async function useServer(url: string, demo: Demo): Promise<void> {
  const call = await signIn(url, demo)
  const read = async <T>(path: string, body?: object | Uint8Array<ArrayBuffer>) =>
    (await (await call(path, body)).json()) as T
  const waitFor = async (path: string, status: string) => {
    while ((await read<{ status: string }>(path)).status !== status) await sleep(200)
  }
  const [first] = await read<{ id: string }[]>('/api/cases')
  const caseId = first!.id
  const scope = { kind: 'case', id: caseId }
  await call('/api/team/invitations', { email: 'second@firm.example', role: 'member', profession: 'paralegal' })

  const [session] = await read<{ id: string }[]>(`/api/cases/${caseId}/sessions`)
  const [strike] = await read<{ id: string; version: number }[]>(`/api/sessions/${session!.id}/strikes`)
  const { id, version } = strike!
  await call(`/api/strikes/${id}/moves`, { eventId: crypto.randomUUID(), version, move: 'submit' })

  const made = await read<{ id: string }>('/api/exports', { type: 'archive', template: 'case_archive', scope })
  await waitFor(`/api/exports/${made.id}`, 'ready')
  const archive = new Uint8Array(await (await call(`/api/exports/${made.id}/file`)).arrayBuffer())
  const coming = await read<{ id: string }>('/api/case-imports?caseNumber=Imported', archive)
  await waitFor(`/api/case-imports/${coming.id}`, 'review')
  const { found } = await read<{ found: { people: { id: string }[] } }>(`/api/case-imports/${coming.id}`)
  const people = found.people.map((each) => ({ id: each.id, userId: null }))
  await call(`/api/case-imports/${coming.id}/confirm`, { people })
  await waitFor(`/api/case-imports/${coming.id}`, 'done')

  run(node, ['cli/main.ts', 'backup'])
  for (const type of ['pdf', 'csv', 'xlsx', 'pdf'])
    await call('/api/exports', { type, template: type === 'pdf' ? 'juror_report' : 'highlights', scope })
}

try {
  await checkOut()
  const demo = JSON.parse(String(run(node, ['cli/main.ts', 'demo', '--once', '--json']))) as Demo
  const { child, url } = await startServer()
  const ended = once(child, 'exit')
  try {
    await useServer(url, demo)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 }
  // The window is large enough to find the database's copy in the backup, which then compresses to almost nothing.
  const long = { [constants.ZSTD_c_enableLongDistanceMatching]: 1 }
  const names = ['--sort=name', '--exclude=*.sock', '--exclude=venire.lock*', '-C', join(folder, 'data'), '-c', '.']
  const packed = zstdCompressSync(run('tar', names), { params: { ...params, ...long } })
  await writeFile(join(here, 'data.tar.zst'), packed)
  const kinds = Object.keys(JSON.parse(await readFile(join(here, 'jobs.json'), 'utf8')) as object)
  console.log(`${(packed.length / 1e6).toFixed(1)} MB, with jobs ${kinds.join(', ')}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
