import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ExportDetail, ExportEstimate } from '#contract/exports/exports.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { buildMedia, h264, picture } from '#engine/media/media.factory.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { buildFinding } from '#server/features/analysis/analysis.factory.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import type { Manifest } from '#server/features/exports/packs/sealed/sealed.types.ts'
import { newId } from '#server/platform/ids.ts'
import { readKeyring } from '#server/platform/keys/installation-key.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { launchBrowser, makeExport, password, settleExport, unlock, unzip, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from './index.ts'

const venire = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let folder: string
let film: string
let pack: string
let made: ExportDetail
let browser: Browser | undefined
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-pack-'))
  at = await testApp()
  lead = await at.person()
  film = await buildMedia(join(folder, 'day-1.mp4'), [...picture(40), ...h264])
  const { db } = at.parts.database
  sitting = await buildSitting(at.parts, lead.actor, {
    bytes: await readFile(film),
    turns: [
      { text: 'Ms. Marchetti, do you know the witness?', speaker: 'THE COURT', role: 'judge', jurorNumber: null },
      { text: 'I know the officer.' },
      { text: 'I could be fair.' },
      {
        text: 'Could you set it aside?',
        speaker: 'THE COURT',
        role: 'judge',
        jurorNumber: null,
        startMs: 20_000,
        endMs: 22_000,
      },
      { text: 'I am not sure that I could.', startMs: 23_000, endMs: 25_000 },
    ],
    findings: [
      buildFinding({ turn: 1, startMs: 4000, endMs: 7000 }),
      buildFinding({
        turn: 4,
        startMs: 23_000,
        endMs: 25_000,
        quote: 'I am not sure that I could.',
        question: 'Could you set it aside?',
        sub: 'partiality',
      }),
    ],
  })
  await db.transaction(async (tx) => {
    const event = { firmId: lead.actor.firmId, actorId: lead.actor.userId, entity: 'video', caseId: sitting.caseId }
    await recordAudit(tx, {
      ...event,
      action: 'video.uploaded',
      entityId: sitting.videoId,
      details: { sha256: hex(await readFile(film)) },
    })
    await recordAudit(tx, {
      ...event,
      action: 'video.renamed',
      entityId: 'another matter',
      caseId: null,
      details: { secret: 'OTHERMATTER' },
    })
    await recordAudit(tx, {
      ...event,
      action: 'video.viewed',
      entityId: sitting.videoId,
      caseId: newId(),
      details: { secret: 'EARLIER CASE' },
    })
    await recordAudit(tx, {
      ...event,
      action: 'video.described',
      entityId: sitting.videoId,
      details: { note: 'of Ms. Marchetti' },
    })
    await recordAudit(tx, {
      ...event,
      action: 'quote.verified',
      entity: 'session',
      entityId: sitting.sessionId,
      details: { quoteSha256: 'DRAFT MOTION' },
    })
    await recordAudit(tx, {
      ...event,
      action: 'video.opinion_asked',
      entityId: sitting.videoId,
      details: { model: 'CONSULTANT MODEL' },
    })
  })
  await workOnSession()
  await db.transaction(async (tx) => {
    await recordAudit(tx, {
      ...{ firmId: lead.actor.firmId, actorId: lead.actor.userId, caseId: sitting.caseId },
      action: 'session.video_attached',
      entity: 'session',
      entityId: sitting.sessionId,
    })
  })
  worker = await startWorker(at.parts, silent)
  browser = await launchBrowser()
  ;({ made, path: pack } = await make())
})
afterAll(async () => {
  await browser?.close()
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

async function workOnSession(): Promise<void> {
  const url = `/api/sessions/${sitting.sessionId}`
  const post = async (path: string, body: object = {}) =>
    expect((await lead.call('POST', `${url}/${path}`, body)).statusCode).toBe(200)
  const decide = async (decision: object) => {
    const [{ id, version } = expect.fail()] = (await lead.call('GET', `${url}/highlights`)).json<Highlight[]>()
    await post('highlight-decisions', { ...decision, items: [{ id, version }] })
  }
  await decide({ decision: 'dismiss', reason: 'not_relevant' })
  await decide({ decision: 'reopen' })
  await post('lock')
  await post('unlock', { reason: 'To recut for the OUTLINE' })
}

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const plan = (given: object = {}) => ({
  type: 'pack',
  template: 'evidence_pack',
  scope: { kind: 'session', id: sitting.sessionId },
  options: { includeSuggestions: true, contextSeconds: 2 },
  ...given,
})
const settled = (given: object = {}) => settleExport(lead, plan(given))
const make = (given: object = {}) => makeExport(lead, folder, plan(given))
const unpack = async (zip: string) => (await unzip(zip)).into
const readLog = async () => readFile(join(await unpack(pack), 'custody-log.jsonl'), 'utf8')
const verify = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [venire, 'verify', 'pack', ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
async function flipped(path: string, offset: number, name: string): Promise<string> {
  const bytes = await readFile(path)
  bytes[offset]! ^= 1
  const out = join(folder, name)
  await writeFile(out, bytes)
  return out
}

test('contains clips, passages, manifest, custody log, draft certificate, and verifier', async () => {
  const into = await unpack(pack)
  const manifest = JSON.parse(await readFile(join(into, 'manifest.json'), 'utf8')) as Manifest
  expect(manifest.files.map(({ path }) => path)).toEqual([
    'README.txt',
    'verify.html',
    'passages.html',
    'passages.pdf',
    'certificate-draft.pdf',
    'certificate-draft.txt',
    'clips/002-juror-12.mp4',
    'custody-log.jsonl',
  ])
  for (const { path, sha256 } of manifest.files)
    expect([path, hex(await readFile(join(into, path)))]).toEqual([path, sha256])
  expect(manifest.originals).toMatchObject([{ filename: 'day-1.mp4', sha256: hex(await readFile(film)) }])
  expect(manifest).toMatchObject({
    kind: 'evidence_pack',
    software: expect.stringMatching(/^Venire \d/),
    about: {
      clips: [{ path: null }, { startMs: 21_000, endMs: 27_000, made: { frames: 150 } }],
      custody: { events: 2, withheld: 2 },
    },
  })
  const probe = execFileSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    join(into, 'clips/002-juror-12.mp4'),
  ])
  expect(Number(probe)).toBeCloseTo(6, 1)
  const certificate = await readFile(join(into, 'certificate-draft.txt'), 'utf8')
  for (const text of ['902(13)', '902(14)', '____', hex(await readFile(film)), 'Unsigned'])
    expect(certificate).toContain(text)
  expect(certificate).toMatch(/Audit record: event \d+, SHA-256 [0-9a-f]{64}, key [0-9a-f]{64}/)
  execFileSync('qpdf', ['--check', join(into, 'certificate-draft.pdf')])
  const passages = execFileSync('pdftotext', [join(into, 'passages.pdf'), '-']).toString()
  expect(passages).toContain('I am not sure that I could.')
  expect(passages).toContain('Could you set it aside?')
})

test("no file shows a name that wasn't chosen, not even the log", async () => {
  const bytes = await readFile(pack)
  for (const secret of ['Marchetti', 'Quill Harbour', 'OTHERMATTER', 'EARLIER CASE', 'WORKPRODUCT'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  const estimate = (await lead.call('POST', '/api/exports/estimate', plan())).json<ExportEstimate>()
  expect(estimate).toMatchObject({ seconds: 6, items: 2 })
  expect(estimate.warnings.join(' ')).toContain('1 of 2 passages will have no clip')
  const log = await readLog()
  expect(log).toMatch(/"action":"video.viewed","why":"in another case"/)
  const named = await make({ options: { includeSuggestions: true, contextSeconds: 2, redactNames: false } })
  const manifest = JSON.parse(await readFile(join(await unpack(named.path), 'manifest.json'), 'utf8')) as Manifest
  expect(manifest.files.filter(({ path }) => path.startsWith('clips/')).length).toBe(2)
  expect(manifest.about).toMatchObject({ custody: { events: 3, withheld: 1 } })
})

test('the log shows only the hashes of what counsel decided', async () => {
  const lines = (await readLog())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; action?: string })
  expect(lines.flatMap(({ action }) => action ?? [])).toEqual([
    'video.uploaded',
    'video.viewed',
    'video.described',
    'session.video_attached',
  ])
  expect(lines.filter(({ kind }) => kind === 'link').map((line) => Object.keys(line))).toContainEqual([
    ...['kind', 'chain', 'seq', 'hash'],
  ])
  expect(await readLog()).not.toMatch(/DRAFT MOTION|CONSULTANT MODEL|OUTLINE|not_relevant/)
})

test('the same options produce the same bytes', async () => {
  expect((await settled()).sha256).toBe(made.sha256)
})

test('venire verify pack names a flipped byte in an original, a clip, and the custody log', async () => {
  const whole = verify(pack, '--original', film)
  expect(whole).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Consistent, origin not checked.'),
  })
  expect(whole.stdout).toContain('2 events of the custody log, 1 original.')
  const bytes = await readFile(pack)
  const clip = bytes.indexOf('moov') + 20
  expect(verify(await flipped(pack, clip, 'clip.zip'))).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/CHANGED clips\/002-juror-12\.mp4: byte [\d,]+ was 0x\w\w and is 0x\w\w/),
  })
  const log = bytes.indexOf('video.uploaded')
  const rewritten = verify(await flipped(pack, log, 'log.zip')).stdout
  expect(rewritten).toMatch(/CHANGED custody-log\.jsonl: byte [\d,]+ was 0x76 and is 0x77/)
  expect(rewritten).toContain('event 1 of the custody log was changed')
  expect(verify(pack, '--original', await flipped(film, 12_345, 'day-1.mp4.bad')).stdout).toMatch(
    /CHANGED day-1\.mp4\.bad: byte 12,345 was 0x\w\w and is 0x\w\w/,
  )
  const into = await unpack(pack)
  await writeFile(join(into, 'clips/extra.mp4'), 'x')
  expect(verify(into)).toMatchObject({ status: 1, stdout: expect.stringContaining('clips/extra.mp4 was added') })
  await rm(join(into, 'clips/extra.mp4'))
})

const fingerprintOf = async ({ app }: TestApp) =>
  (await app.inject({ url: '/api/installation' })).json<{ fingerprint: string }>().fingerprint

test('--key distinguishes the signing installation from others and from none', async () => {
  const key = await fingerprintOf(at)
  expect(await readFile(join(await unpack(pack), 'certificate-draft.txt'), 'utf8')).toContain(key)
  const spaced = key.toUpperCase().replaceAll(/(..)/g, '$1:').slice(0, -1)
  for (const each of [key, spaced])
    expect(verify(pack, '--key', each)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Consistent, and signed by that key.'),
    })
  expect(verify(pack, '--key', 'f'.repeat(64))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('signed with a different key'),
  })
  // A forger can reseal and re-sign a changed pack, but not with this key.
  const into = await unpack(pack)
  await rm(join(into, 'manifest.sig.json'))
  expect(verify(into)).toMatchObject({ status: 0, stdout: expect.stringContaining('Not signed') })
  expect(verify(into, '--key', key)).toMatchObject({ status: 1, stdout: expect.stringContaining('not signed') })
  const [stolen, other] = [await unpack(pack), await readKeyring(await mkdtemp(join(tmpdir(), 'venire-key-')))]
  const path = join(stolen, 'manifest.sig.json')
  const said = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  const manifest = hex(await readFile(join(stolen, 'manifest.json')))
  said.signature = other.current.sign(Buffer.from(`venire manifest ${manifest}`))
  await writeFile(path, JSON.stringify(said))
  expect(verify(stolen, '--key', key)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('the signature does not match the manifest'),
  })
  await writeFile(path, JSON.stringify({ ...said, publicKey: other.current.publicKey }))
  expect(verify(stolen, '--key', key)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('signed with a different key'),
  })
})

test('verify.html finds the same from disk, without a network', async () => {
  const into = await unpack(pack)
  await using context = await browser!.newContext()
  const asked: string[] = []
  await context.route(/^(?!file:)/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  const page = await context.newPage()
  await page.goto(pathToFileURL(join(into, 'verify.html')).href)
  expect(await checked(page, pack, film)).toEqual(['Consistent, origin not checked.', []])
  await page.locator('#key').fill(await fingerprintOf(at))
  expect(await checked(page, pack, film)).toEqual(['Consistent, and signed by the key you entered.', []])
  await page.locator('#key').fill('f'.repeat(64))
  expect(await checked(page, pack, film)).toEqual([
    'The origin does not match the key you entered.',
    [`It was signed by a different key: ${await fingerprintOf(at)}.`],
  ])
  await page.locator('#key').fill('')
  const clip = (await readFile(pack)).indexOf('moov') + 20
  const [verdict, faults] = await checked(
    page,
    await flipped(pack, clip, 'clip2.zip'),
    await flipped(film, 777, 'day-1.bad.mp4'),
  )
  expect(verdict).toBe('Altered in 2 places.')
  expect(faults).toEqual([
    expect.stringMatching(/^clips\/002-juror-12\.mp4: byte/),
    expect.stringMatching(/^day-1\.bad\.mp4: byte 777 was/),
  ])
  await page.locator('#zip').setInputFiles([])
  await page.locator('#folder').setInputFiles(into)
  await page.locator('#originals').setInputFiles([])
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => page.locator('#verdict').textContent()).toBe('Consistent, origin not checked.')
  expect(asked).toEqual([])
})
async function checked(page: Page, zip: string, original: string): Promise<[string | null, string[]]> {
  await page.locator('#zip').setInputFiles(zip)
  await page.locator('#originals').setInputFiles(original)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Check' }).isEnabled()).toBe(true)
  return [await page.locator('#verdict').textContent(), await page.locator('#faults li').allTextContents()]
}

test('with a password, another program opens it, and the pack inside is intact', async () => {
  const { path } = await make({ password })
  expect(verify(path)).toMatchObject({ status: 1 })
  expect(verify(unlock(path, password))).toMatchObject({ status: 0 })
})

test("isn't made from a changed or missing original", async () => {
  const other = await buildSitting(at.parts, lead.actor, { bytes: await readFile(film) })
  await at.parts.storage.put(
    originalKey({ id: other.videoId, firmId: lead.actor.firmId }),
    await readFile(await flipped(film, 100_000, 'other.mp4')),
  )
  const scope = { kind: 'session', id: other.sessionId }
  expect(await settled({ scope })).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('“day-1.mp4” has changed since it was received'),
  })
  const untouched = await buildSitting(at.parts, lead.actor, { bytes: await readFile(film) })
  expect(await settled({ scope: { kind: 'session', id: untouched.sessionId }, options: {} })).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('No highlights match your selection'),
  })
})
