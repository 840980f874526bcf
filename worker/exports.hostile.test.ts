import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { aac, buildMedia, h264, tone } from '#engine/media/media.factory.ts'
import { controlVerbs } from '#server/control-verbs.ts'
import type { Sitting } from '#server/features/exports/exports.factory.ts'
import type { Manifest } from '#server/features/exports/packs/sealed/sealed.types.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildHostileSitting, hostile, hostileFile, hostileSlug, saidEveryMs } from '#test/exports.hostile.ts'
import {
  addToZip,
  captionsOf,
  launchBrowser,
  type MadeExport,
  makeExport,
  openPage,
  probe,
  unzip,
  waitMs,
} from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { exportRoot } from './folders.ts'
import { startWorker } from './index.ts'

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

const venire = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const control = /[^\P{Cc}\t\n\r]|[\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const cleaned = (text: string) => text.replaceAll(new RegExp(control, 'gu'), '')
const singleSpaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

let at: TestApp
let lead: Person
let bad: Sitting
let highlights: Highlight[]
let folder: string
let browser: Browser | undefined
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-hostile-'))
  const seconds = (hostile.length * saidEveryMs) / 1000
  // The video is black, so the export must have drawn any bright pixel.
  const black = ['-f', 'lavfi', '-i', `color=c=black:s=320x180:r=25:d=${seconds}`]
  const source = await buildMedia(join(folder, 'source.mp4'), [
    ...tone(seconds),
    ...black,
    ...h264,
    ...aac,
    '-shortest',
  ])
  at = await testApp()
  lead = await at.person()
  bad = await buildHostileSitting(at, lead, { bytes: await readFile(source) })
  highlights = (await lead.call('GET', `/api/sessions/${bad.sessionId}/highlights`)).json<Highlight[]>()
  worker = await startWorker(at.parts, silent)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const session = () => ({ kind: 'session', id: bad.sessionId })
const open = { includeSuggestions: true, redactNames: false, redactEmployers: false, contextSeconds: 0 }
const make = async (plan: object): Promise<MadeExport> => {
  const made = await makeExport(lead, folder, { scope: session(), options: open, ...plan })
  expect(made.made.filename).toMatch(new RegExp(`^[a-z-]+-${hostileSlug}\\.[a-z0-9]+$`))
  return made
}

test('each hostile text becomes a visible highlight', () => {
  expect(highlights.map(({ quote }) => quote).toSorted()).toEqual([...hostile].toSorted())
})

const saying = (isChosen: (text: string, index: number) => boolean) =>
  highlights.filter(({ quote }) => isChosen(quote, hostile.indexOf(quote)))
const idsOf = (chosen: readonly Highlight[]) => ({ highlightIds: chosen.map(({ id }) => id) })

const forPack = () => saying((text, index) => index === 0 || /[<\u202E\n]|\.\./.test(text))
let pack: Promise<MadeExport> | undefined
const packed = () => (pack ??= make({ type: 'pack', template: 'evidence_pack', filters: idsOf(forPack()) }))

test('an evidence pack unpacks inside its folder as plain text', async () => {
  const { path } = await packed()
  const { into, names } = await unzip(path)
  expect(names).toContain('clips/001-juror-12.mp4')
  const manifest = JSON.parse(await readFile(join(into, 'manifest.json'), 'utf8')) as Manifest
  expect(manifest.originals.map(({ filename }) => filename)).toEqual([singleSpaced(cleaned(hostileFile))])
  const certificate = await readFile(join(into, 'certificate-draft.txt'), 'utf8')
  expect(certificate).not.toMatch(control)
  expect(certificate).toContain('<img src=x onerror')
  expect(certificate.split('\n')[0]).toBe('Draft certificate: [CHAPTER] START=0 title=forged;#=\\')
  for (const name of ['passages.pdf', 'certificate-draft.pdf']) {
    expect(spawnSync('qpdf', ['--check', join(into, name)]).status).toBe(0)
    const raw = execFileSync('qpdf', ['--json', '--json-key=qpdf', join(into, name)], { maxBuffer: 1 << 28 }).toString()
    expect(raw).not.toMatch(/"\/JavaScript"|"\/Launch"|"\/OpenAction"|javascript:/)
  }
})

test('its pages run nothing and make no requests, whatever they show', async () => {
  const { path } = await packed()
  const { into } = await unzip(path)
  {
    await using opened = await openPage(browser!, join(into, 'passages.html'))
    const { page, outside, faults } = opened
    const text = singleSpaced(cleaned(await page.locator('main').innerText()))
    for (const { quote } of forPack()) expect(text).toContain(singleSpaced(cleaned(quote)))
    expect(await page.locator('script, img, iframe, object, embed').count()).toBe(0)
    expect([await page.title(), outside(), faults]).toEqual(['Evidence pack', [], []])
  }
  const forged = join(folder, 'forged.zip')
  const added = '<img src=x onerror=document.title="pwned">\u001B[2J\u202E../../x.mp4'
  await writeFile(forged, addToZip(await readFile(path), added, 'x'))
  await using opened = await openPage(browser!, join(into, 'verify.html'))
  const { page, outside, faults } = opened
  const check = async (zip: string) => {
    await page.locator('#zip').setInputFiles(zip)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Check' }).isEnabled()).toBe(true)
    return [await page.locator('#verdict').textContent(), (await page.locator('li').allTextContents()).join('\n')]
  }
  const [whole, facts] = await check(path)
  expect([whole, facts]).toEqual(['Consistent, origin not checked.', expect.stringContaining('<img src=x onerror')])
  const [verdict, told] = await check(forged)
  expect([verdict, told]).toEqual([expect.stringMatching(/^Altered in/), expect.stringContaining('<img src=x onerror')])
  expect(await page.locator('img, iframe, object, embed').count()).toBe(0)
  expect([await page.title(), outside(), faults]).toEqual(['Check an evidence pack', [], []])
  // A file name must not overwrite the line that reports it in a terminal.
  const { status, stdout } = spawnSync(process.execPath, [venire, 'verify', 'pack', forged], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, expect.stringContaining('was added')])
  expect(stdout).not.toMatch(control)
})

test('a case archive unpacks inside its folder and imports every word again', async () => {
  const { path } = await make({ type: 'archive', template: 'case_archive', scope: { kind: 'case', id: bad.caseId } })
  const { into } = await unzip(path)
  const readme = await readFile(join(into, 'README.txt'), 'utf8')
  expect(readme).not.toMatch(control)
  const [title, line, blank] = readme.split('\n')
  expect([title, line, blank]).toEqual(['CASE ARCHIVE', expect.stringMatching(/^"><img .* \(.*x" y: 1\)$/), ''])
  const { caseId } = await controlVerbs['case-import'](at.parts, {
    path,
    firm: lead.actor.firmId,
    lead: lead.account.email,
    caseNumber: 'H-2',
  })
  const { pool } = at.parts.database
  const { rows } = await pool.query<{ text: string; filename: string; key: string }>(
    `select transcript_turns.text, videos.filename from videos join transcript_turns on video_id = videos.id
      where case_id = $1 order by index`,
    [caseId],
  )
  expect(rows.map(({ text }) => text)).toEqual(hostile)
  expect(new Set(rows.map(({ filename }) => filename))).toEqual(new Set([hostileFile]))
})

function cuesOf(text: string, head: RegExp, clock: RegExp): string[] {
  expect(text).toMatch(head)
  return text
    .replace(head, '')
    .split(/\r?\n\r?\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      const lines = block.split(/\r?\n/)
      if (/^\d+$/.test(lines[0]!)) lines.shift()
      expect(lines.shift()).toMatch(clock)
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(line).not.toMatch(/-->/)
      return lines.join('\n')
    })
}
const srtClock = /^\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}$/
const vttClock = /^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}$/

test('lists and captions have one entry per text and nothing a player would execute', async () => {
  const video = { kind: 'video', id: bad.videoId }
  for (const [template, scope] of [
    ['designations_srt', session()],
    ['captions_srt', video],
    ['designations_vtt', session()],
    ['captions_vtt', video],
  ] as const) {
    const { path } = await make({ type: 'list', template, scope })
    const text = await readFile(path, 'utf8')
    expect([template, text.match(control)]).toEqual([template, null])
    const isSrt = template.endsWith('srt')
    const cues = isSrt ? cuesOf(text, /^/, srtClock) : cuesOf(text, /^WEBVTT\n\n/, vttClock)
    expect([template, cues.length]).toEqual([template, hostile.length])
    for (const cue of cues)
      expect([template, cue]).toEqual([template, expect.not.stringMatching(isSrt ? /[<{]/ : /[<>]/)])
    expect([template, captionsOf(path).match(/ --> /g)?.length]).toEqual([template, hostile.length])
  }
})

test("a text list has one line per text, and OnCue's has only its own lines", async () => {
  const plain = await readFile((await make({ type: 'list', template: 'designations' })).path, 'utf8')
  expect(plain).not.toMatch(control)
  expect(plain.split('\r\n')[0]).toBe('Designation list (text): [CHAPTER] START=0 title=forged;#=\\')
  const numbered = plain.split('\r\n').filter((line) => /^\d+\. \d+:\d\d/.test(line))
  expect(numbered).toHaveLength(hostile.length)
  const quotes = plain.split('\r\n').filter((line) => line.startsWith('   "'))
  expect(quotes).toEqual(hostile.map((text) => `   "${singleSpaced(cleaned(text))}"`))
  const onCue = await readFile((await make({ type: 'list', template: 'designations_oncue' })).path, 'utf8')
  const lines = onCue.split('\r\n')
  expect(onCue.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of lines) expect(line).toMatch(/^(?:|\[(?:ID|Transcript|hl)=[^[\]=]*\]|\d+:\d\d(?:-\d+:\d\d)?)$/)
  expect(lines.filter((line) => line.startsWith('['))).toHaveLength(3)
  expect(lines.filter((line) => /^\d/.test(line))).toHaveLength(hostile.length)
})

const greys = (path: string, seconds: number) =>
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-ss', seconds.toFixed(3), '-i', path, '-frames:v', '1'],
      ...['-vf', 'format=gray', '-f', 'rawvideo', '-'],
    ],
    { maxBuffer: 1 << 26 },
  )
const mean = (bytes: Buffer) => bytes.reduce((sum, each) => sum + each, 0) / bytes.length
const brightest = (bytes: Buffer) => bytes.reduce((most, each) => Math.max(most, each), 0)

test("a film's chapters, cards, and captions show commands literally", async () => {
  const film = { type: 'mp4', template: 'highlight_reel' }
  const shown = saying((_, index) => index === 0 || index >= 12)
  const { path } = await make({ ...film, filters: idsOf(shown), options: { ...open, reelOrder: 'picked' } })
  const { chapters } = probe(path)
  const titles = shown.map(({ juror, quote }) =>
    singleSpaced(cleaned(juror ? `Juror ${juror.number}, excod.gnp` : quote)),
  )
  expect(chapters.map(({ tags }) => singleSpaced(tags.title.replace(/, 0:00:\d\d$/, '')))).toEqual(titles)
  const captions = captionsOf(path)
  expect(captions.match(/ --> /g)).toHaveLength(shown.length)
  expect(captions).not.toMatch(control)
  // A bright frame means that a drawing command was executed. A frame without bright pixels is missing its text.
  for (const [index, { start_time }] of chapters.entries()) {
    const card = greys(path, Number(start_time) + (index === 0 ? 7.5 : 1.5))
    expect([titles[index], mean(card) < 70, brightest(card) > 200]).toEqual([titles[index], true, true])
  }
})

test('draws captions and times in the picture and nothing else', async () => {
  const options = { ...open, captions: 'burned', titleCards: false, timecodeBurn: true, reelOrder: 'picked' }
  const said = saying((text) => /[{%`]/.test(text))
  const { path } = await make({ type: 'mp4', template: 'highlight_reel', filters: idsOf(said), options })
  const { chapters } = probe(path)
  expect(chapters).toHaveLength(said.length)
  expect(said.length).toBeGreaterThan(3)
  for (const [index, { start_time }] of chapters.entries()) {
    const shown = greys(path, Number(start_time) + 0.2)
    expect([said[index]!.quote, mean(shown) < 100]).toEqual([said[index]!.quote, true])
    // Check the top of the frame because the recording time is at the top right.
    const height = 360
    const width = shown.length / height
    const top = shown.subarray(0, width * Math.round(height / 6))
    expect(brightest(top)).toBeGreaterThan(200)
  }
  expect(await readdir(exportRoot(at.parts.config))).toEqual([])
  for (const place of [process.cwd(), at.parts.config.DATA_DIR, folder])
    expect(existsSync(join(place, 'pwned'))).toBe(false)
})

test('sends the original under a name that is one header and one file', async () => {
  const response = await lead.call('GET', `/api/videos/${bad.videoId}/download`)
  const disposition = String(response.headers['content-disposition'])
  expect([response.statusCode, disposition]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="[^"\\/\r\n]*"; /),
  ])
  expect(disposition).not.toMatch(control)
  // Matches slashes and the bidi mark that makes "4pm." display as ".mp4".
  expect(disposition).not.toMatch(/%2F|%5C|%E2%80%AE/i)
})
