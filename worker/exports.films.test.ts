import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aac, buildMedia, counted, h264, readCounts, tone } from '#engine/media/media.factory.ts'
import type { ExportEstimate } from '#contract/exports/exports.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { captionsOf, type MadeExport, makeExport, password, probe, unlock, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { exportRoot } from './folders.ts'
import { startWorker } from './index.ts'

const hostileName = "'; rm -rf {\\b1} %{pts} [v],\u202Egpj.mp4"
vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let folder: string
let worker: Awaited<ReturnType<typeof startWorker>>
let highlights: Highlight[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-films-'))
  const source = await buildMedia(join(folder, 'source.mp4'), [
    ...[...tone(20), ...counted(20, { size: '640x360' }), ...h264, '-bf', '0', ...aac, '-shortest'],
  ])
  at = await testApp()
  lead = await at.person()
  const word = (text: string, startMs: number) => ({
    text,
    startMs,
    endMs: startMs + 400,
    confidence: 1,
    estimated: false,
  })
  sitting = await buildSitting(at.parts, lead.actor, {
    bytes: await readFile(source),
    turns: [
      {
        text: 'Ms. Delphine Marchetti, do you know him?',
        speaker: 'THE COURT',
        role: 'judge',
        jurorNumber: null,
        startMs: 1000,
        endMs: 3800,
        words: ['Ms.', 'Delphine', 'Marchetti,', 'do', 'you', 'know', 'him?'].map((each, index) =>
          word(each, 1000 + index * 400),
        ),
        page: 12,
        line: 3,
      },
      {
        text: 'I know the <b>officer</b>.',
        startMs: 4000,
        endMs: 7000,
        words: ['I', 'know', 'the', '<b>officer</b>.'].map((each, index) => word(each, 4000 + index * 700)),
        page: 12,
        line: 5,
        lines: [
          { word: 0, page: 12, line: 5 },
          { word: 3, page: 12, line: 6 },
        ],
      },
    ],
  })
  await at.parts.database.db
    .update(videos)
    .set({ filename: hostileName, durationMs: 20_000 })
    .where(eq(videos.id, sitting.videoId))
  highlights = (await lead.call('GET', `/api/sessions/${sitting.sessionId}/highlights`)).json<Highlight[]>()
  worker = await startWorker(at.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const session = () => ({ kind: 'session', id: sitting.sessionId })
const plan = (given: object) => ({
  scope: session(),
  ...given,
  options: { includeSuggestions: true, ...(given as { options?: object }).options },
})
const make = (given: object): Promise<MadeExport> => makeExport(lead, folder, plan(given))
const kinds = (path: string) => probe(path).streams.map((each) => each.codec_name)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('a reel shows its highlights with context, and a title card for what was chosen', async () => {
  const { made, path } = await make({ type: 'mp4', template: 'highlight_reel', options: { contextSeconds: 1 } })
  // The film has a 6 s opening card, a 3 s title card, and 3 to 8 s of the recording.
  expect(Math.abs(Number(probe(path).format.duration) - 14)).toBeLessThan(0.1)
  expect(kinds(path)).toEqual(['h264', 'aac', 'mov_text', 'bin_data'])
  expect(probe(path).chapters.map(({ tags }) => tags.title)).toEqual(['Juror 12, 0:00:03'])
  const shown = await readCounts(path)
  expect(shown.slice(9 * 25)).toEqual(numbers(75, 199))
  const said = captionsOf(path)
  expect(said).toContain('‹b>officer')
  expect(said).not.toContain('Delphine')
  expect(made.manifest).toMatchObject({
    clips: [{ startMs: 3000, endMs: 8000, firstFrameMs: 3000, lastFrameMs: 7960, frames: 125, method: 'encoded' }],
    inputs: [{ videoId: sitting.videoId }],
  })
  expect(made.recordings).toMatchObject([{ videoId: sitting.videoId, filename: hostileName }])
  expect(JSON.stringify(made.manifest)).not.toContain(at.parts.config.DATA_DIR)
  const again = await make({ type: 'mp4', template: 'highlight_reel', options: { contextSeconds: 1 } })
  expect(again.made.sha256).toBe(made.sha256)
  expect(await readdir(exportRoot(at.parts.config))).toEqual([])
})

const every = [
  { captions: 'none', titleCards: false, timecodeBurn: false, reelOrder: 'time' },
  { captions: 'burned', titleCards: true, timecodeBurn: true, reelOrder: 'juror' },
  { captions: 'selectable', titleCards: false, timecodeBurn: true, reelOrder: 'picked' },
] as const
test.each([null, password])('every combination opens in other programs (password: %s)', async (secret) => {
  await Promise.all(
    every.map(async (options) => {
      const given = { type: 'mp4', template: 'highlight_reel', options: { ...options, contextSeconds: 0 } }
      const { made, path } = await make({ ...given, ...(secret && { password: secret }) })
      const film = secret ? unlock(path, secret) : path
      expect([secret, basename(film)]).toEqual([secret, secret ? 'reel.mp4' : basename(path)])
      expect(made.filename).toMatch(secret ? /\.zip$/ : /^highlight-reel-.*\.mp4$/)
      expect(kinds(film)).toEqual([
        'h264',
        'aac',
        ...(options.captions === 'selectable' ? ['mov_text'] : []),
        'bin_data',
      ])
      const seconds = 3 + (options.titleCards ? 9 : 0)
      expect(Math.abs(Number(probe(film).format.duration) - seconds)).toBeLessThan(0.1)
      expect((await readCounts(film)).slice((seconds - 3) * 25)).toEqual(numbers(100, 174))
    }),
  )
})

test('copies a single clip if exact and encodes it if overlaid', async () => {
  const [one] = highlights
  const clip = (options: object) => ({
    type: 'mp4',
    template: 'highlight_clip',
    filters: { highlightIds: [one!.id] },
    options: { contextSeconds: 0, ...options },
  })
  const copied = await make(clip({}))
  expect(copied.made.manifest).toMatchObject({ clips: [{ method: 'copied', frames: 75, firstFrameMs: 4000 }] })
  expect(kinds(copied.path)).toEqual(['h264', 'aac', 'mov_text'])
  expect(await readCounts(copied.path)).toEqual(numbers(100, 174))
  const laid = await make(clip({ timecodeBurn: true }))
  expect(laid.made.manifest).toMatchObject({ clips: [{ method: 'encoded' }] })
  const none = await lead.call('POST', '/api/exports', plan({ ...clip({}), filters: {} }))
  expect([none.statusCode, none.body]).toEqual([400, expect.stringContaining('Select exactly one highlight')])
})

test('a redacted name is neither shown nor heard', async () => {
  const given = { type: 'mp4', template: 'highlight_reel' }
  const options = { contextSeconds: 3, titleCards: false, captions: 'selectable' }
  const { made, path } = await make({ ...given, options })
  const said = captionsOf(path)
  expect(said).toMatch(/THE COURT: Ms\. \[Juror 12\], do you know\s+him\?/)
  expect(made.manifest).toMatchObject({ clips: [{ startMs: 1000, silenced: [{ startMs: 1320, endMs: 2280 }] }] })
  const volume = (file: string, from: number) =>
    /mean_volume: (\S+) dB/.exec(
      spawnSync('ffmpeg', [
        '-nostdin',
        '-ss',
        String(from),
        '-t',
        '0.3',
        '-i',
        file,
        '-map',
        '0:a',
        '-af',
        'volumedetect',
        '-f',
        'null',
        '-',
      ]).stderr.toString(),
    )?.[1]
  expect(Number(volume(path, 0.7))).toBeLessThan(-80)
  expect(Number(volume(path, 2))).toBeGreaterThan(-40)
  const open = await make({ ...given, options: { ...options, redactNames: false } })
  expect(open.made.manifest).toMatchObject({ clips: [{ silenced: [] }] })
  expect(Number(volume(open.path, 0.7))).toBeGreaterThan(-40)
})

test('the estimate gives minutes and lists highlights without times', async () => {
  const estimate = (
    await lead.call('POST', '/api/exports/estimate', plan({ type: 'mp4', template: 'highlight_reel' }))
  ).json<ExportEstimate>()
  expect(estimate).toMatchObject({ seconds: 3 + 4 + 5 + 9, items: 1, pages: null })
  const nobody = (
    await lead.call(
      'POST',
      '/api/exports/estimate',
      plan({ type: 'mp4', template: 'highlight_reel', filters: { jurors: ['99'] } }),
    )
  ).json<ExportEstimate>()
  expect(nobody.warnings.join(' ')).toContain('No highlights with timecodes match your selection')
})

test.each([null, password])('lists give page and line and keep hostile text as text (password: %s)', async (secret) => {
  const text = async (template: string, extension: string, scope: object = session()) => {
    const { path } = await make({ type: 'list', template, scope, ...(secret && { password: secret }) })
    expect(path.endsWith(secret ? '.zip' : `.${extension}`)).toBe(true)
    const list = secret ? unlock(path, secret) : path
    expect([secret, basename(list)]).toEqual([secret, secret ? `export.${extension}` : basename(path)])
    return readFile(list, 'utf8')
  }
  const video = { kind: 'video', id: sitting.videoId }
  const plain = await text('designations', 'txt')
  expect(plain).toContain('1. 12:05-12:06 · 0:00:04.000 to 0:00:07.000 · Juror 12 · ')
  expect(plain).toContain("'; rm -rf {\\b1} %{pts} [v],gpj.mp4")
  const onCue = await text('designations_oncue', 'txt')
  expect(onCue.split('\r\n')).toEqual([
    '[ID=VOIRDIRE01 Voir dire day 1]',
    "[Transcript='; rm -rf {\\b1} %{pts} v ,gpj.mp4]",
    '[hl=1]',
    '12:05-12:06',
    '',
  ])
  expect(await text('designations_srt', 'srt')).toMatch(
    /^1\r\n00:00:04,000 --> 00:00:07,000\r\nJuror 12 \[12:05-12:06\]: I know the officer\.\r\n$/,
  )
  expect(await text('designations_vtt', 'vtt')).toContain(
    'WEBVTT\n\n00:00:04.000 --> 00:00:07.000\nJuror 12 [12:05-12:06]: I know the officer.',
  )
  const srt = await text('captions_srt', 'srt', video)
  expect(srt).toContain('THE COURT: Ms. [Juror 12], do you know\r\nhim?')
  expect(srt).not.toContain('Marchetti')
  const vtt = join(folder, 'x.vtt')
  await writeFile(vtt, await text('captions_vtt', 'vtt', video))
  expect(captionsOf(vtt)).toContain('<b>officer</b>')
})
