/**
 * `node tools/pictures.ts [NAME …]` takes screenshots for the landing page and Help Center from a demo (or --url), and
 * saves the engine's results for the sample. Requires chromium and ffmpeg.
 */
import { type APIRequestContext, type Browser, chromium } from '@playwright/test'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { type Picture, pictures, type Places } from './pictures.list.ts'
import { root } from './steps.ts'
import { findChromium } from './parts.mjs'

const run = promisify(execFile)
const size = { width: 1280, height: 800 }
/** With a lower WebP quality, text on flat colors looks smeared. */
const quality = '72'
const besideMenus = { x: 225, y: 57, width: 1055, height: 743 }
const landing = join(root, 'web/landing/assets')

type Sample = { turns: { speaker: string | null; text: string; startMs: number }[]; findings: unknown[] }

const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true })
const folder = await mkdtemp(join(tmpdir(), 'venire-pictures-'))
const started: ChildProcess[] = []
try {
  const url = values.url ?? (await startDemo())
  await takeAll(url)
} finally {
  for (const demo of started) {
    demo.kill('SIGTERM')
    await new Promise((resolve) => demo.once('exit', resolve))
  }
  await rm(folder, { recursive: true, force: true })
}

async function startDemo(): Promise<string> {
  const args = ['demo', '--json', '--port', '0', '--data', join(folder, 'data')]
  const child = spawn(join(root, 'venire'), args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const at = /"url":"([^"]+)"/.exec(printed)
    if (at?.[1] && printed.includes('\n')) return at[1]
  }
  throw new Error('The demo exited before printing its address.')
}

async function takeAll(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const places = await prepareDemo(browser, url)
    const wanted = pictures.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    for (const theme of ['light', 'dark'] as const) {
      for (const picture of wanted) await take(browser, url, theme, picture, places)
    }
    if (positionals.length === 0) await captureSocial(browser)
  } finally {
    await browser.close()
  }
}

async function prepareDemo(browser: Browser, url: string): Promise<Places> {
  const context = await enter(browser, url)
  const { request } = context
  const ids = async (path: string) => ((await (await request.get(path)).json()) as { id: string }[])[0]?.id ?? ''
  const caseId = await ids('/api/cases')
  const sessionId = await ids(`/api/cases/${caseId}/sessions`)
  const videoId = await ids('/api/videos')
  const made = (await (await request.get(`/api/sessions/${sessionId}/exports`)).json()) as unknown[]
  if (made.length === 0) {
    const plan = { type: 'pdf', template: 'session_summary', scope: { kind: 'session', id: sessionId } }
    await request.post('/api/exports', { data: plan })
    await sleep(8000)
  }
  if (positionals.length === 0) await writeSample(request, videoId)
  await context.close()
  return { caseId, sessionId, videoId }
}

async function writeSample(request: APIRequestContext, videoId: string): Promise<void> {
  const get = async (what: string) => (await request.get(`/api/videos/${videoId}/${what}`)).json()
  const turns = (await get('transcript')) as Sample['turns']
  const findings = (await get('findings')) as Record<string, unknown>[]
  const kept = ['type', 'sub', 'severity', 'stance', 'quote', 'speaker', 'startMs', 'turn', 'latencyMs', 'why']
  const sample: Sample = {
    turns: turns.map(({ speaker, text, startMs }) => ({ speaker, text, startMs })),
    findings: findings.map((each) => Object.fromEntries(kept.map((key) => [key, each[key]]))),
  }
  await writeFile(join(landing, 'review.json'), `${JSON.stringify(sample, null, 2)}\n`)
  await writeFile(join(landing, 'captions.vtt'), await (await request.get(`/api/videos/${videoId}/captions`)).text())
  const film = join(root, 'samples/voir-dire.mp4')
  const still = ['-ss', '12', '-i', film, '-frames:v', '1', '-vf', 'scale=1280:-1', '-quality', '70']
  await run('ffmpeg', ['-v', 'error', '-y', ...still, join(landing, 'poster.webp')])
}

async function enter(
  browser: Browser,
  url: string,
  colorScheme: 'light' | 'dark' = 'light',
  viewport?: Picture['viewport'],
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewport ?? size,
    deviceScaleFactor: viewport ? 2 : 1,
    colorScheme,
    reducedMotion: 'reduce',
  })
  const entered = await context.request.post('/api/auth/sign-in/demo', { data: {} })
  if (!entered.ok()) throw new Error(`Could not sign in to the demo: ${await entered.text()}`)
  const { userId } = (await entered.json()) as { userId: string }
  await context.addInitScript((key) => localStorage.setItem(key, 'over'), `tour.${userId}`)
  return context
}

async function take(browser: Browser, url: string, theme: 'light' | 'dark', picture: Picture, places: Places) {
  const context = await enter(browser, url, theme, picture.viewport)
  const page = await context.newPage()
  // Headless browsers report a slow connection, which would add a notice to every screenshot.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: undefined }))
  await page.goto(picture.path(places))
  await picture.until(page)
  await picture.prepare?.(page)
  // Video frames and fonts load after the text.
  await sleep(1500)
  const shot = join(folder, `${picture.name}.png`)
  const clip = picture.withoutMenus ? besideMenus : picture.clip
  await page.screenshot({ path: shot, ...(clip && { clip }) })
  await context.close()
  for (const width of picture.widths) {
    const suffix = picture.widths.length > 1 ? `-${width}` : ''
    const file = join(root, picture.folder, `${picture.name}-${theme}${suffix}.webp`)
    const scale = ['-vf', `scale=${width}:-1:flags=lanczos`]
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      shot,
      ...scale,
      '-quality',
      quality,
      '-compression_level',
      '6',
      file,
    ])
    console.log(`${file.slice(root.length + 1)}: ${((await stat(file)).size / 1000).toFixed(1)} kB`)
  }
}

async function captureSocial(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const picture = `file://${join(root, 'docs/pictures/video-light.webp')}`
  const html = `<body style="margin:0;background:#fbfbfc;font:600 52px/64px Inter,'DejaVu Sans',sans-serif;color:#15181e">
    <p style="margin:56px 64px 32px">Venire: from voir dire video to strikes that hold up on the record</p>
    <img src="${picture}" style="margin:0 64px;width:1072px;border:1px solid #dfe2e7;border-radius:12px"></body>`
  const file = join(folder, 'social.html')
  await writeFile(file, html)
  await page.goto(`file://${file}`)
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(root, 'web/public/social.jpg'), type: 'jpeg', quality: 80 })
  await page.close()
}
