import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type ExportScopeKind,
  type ExportTemplate,
  exportTemplates,
  type ExportType,
  exportTypes,
  templateRules,
  isMadeIn,
} from '#contract/exports/templates.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { aac, buildMedia, counted, h264, tone } from '#engine/media/media.factory.ts'
import { buildFinding } from '#server/features/analysis/analysis.factory.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { startWorker } from '#worker/index.ts'
import { silent } from './silent.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import {
  captionsOf,
  launchBrowser,
  verifyMotionQuotes,
  makeExport,
  openPage,
  password,
  probe,
  unlock,
  unzip,
  waitMs,
} from './exports.open.ts'

const phrases: Readonly<Record<ExportTemplate, string>> = {
  session_summary: 'I know the officer.',
  transcript: 'I could be fair.',
  juror_report: 'Dispatcher',
  cause_memo: 'Cause memo',
  cause_motion: 'moves the Court to strike juror 12 for cause.',
  comparative_analysis: 'Juror 12: Peremptory 1',
  seating_chart: 'Front of the box',
  excusal_list: 'Hardship excusals',
  strike_log_record: 'Peremptory 1',
  video_report: 'burden of proof',
  strikes: 'Peremptory 1',
  jurors: 'Dispatcher',
  highlights: 'I know the officer.',
  audit: 'export.created',
  session_page: 'I could be fair.',
  highlight_reel: 'I know the officer.',
  highlight_clip: 'I know the officer.',
  captions_srt: 'I could be fair.',
  captions_vtt: 'I could be fair.',
  designations: '12:05 · 0:00:00.800 to 0:00:01.700 · Juror 12',
  designations_oncue: '[hl=1] 12:05',
  designations_srt: 'Juror 12 [12:05]: I know the officer.',
  designations_vtt: 'Juror 12 [12:05]: I know the officer.',
  evidence_pack: 'I know the officer.',
  case_archive: 'Dispatcher',
}

type Row = { type: ExportType; template: ExportTemplate; scope: ExportScopeKind; secret: string | null }
const rows = exportTemplates.flatMap((template): Row[] => {
  const { scopes } = templateRules[template]
  const types = exportTypes.filter((type) => isMadeIn(template, type))
  return types.flatMap((type) =>
    scopes.flatMap((scope) => [null, password].map((secret) => ({ type, template, scope, secret }))),
  )
})

const parts = {
  documents: ['pdf', 'csv', 'xlsx', 'html', 'list', 'docx'],
  films: ['mp4', 'pack', 'archive'],
} as const satisfies Record<string, readonly ExportType[]>

let at: TestApp
let lead: Person
let sitting: Sitting
let highlights: Highlight[]
let folder: string
let browser: Browser | undefined
let worker: Awaited<ReturnType<typeof startWorker>>
const ids = (): Record<ExportScopeKind, string> => ({
  case: sitting.caseId,
  session: sitting.sessionId,
  video: sitting.videoId,
  juror: sitting.jurorId,
})
const planOf = ({ type, template, scope, secret }: Row) => ({
  type,
  template,
  scope: { kind: scope, id: ids()[scope] },
  filters: templateRules[template].oneHighlight ? { highlightIds: [highlights[0]!.id] } : {},
  options: { includeSuggestions: true, contextSeconds: 0, titleCards: false },
  ...(secret === null ? {} : { password: secret }),
})

function readPdf(path: string, secret: string | null): string {
  const opened = secret === null ? [] : [`--password=${secret}`]
  expect(spawnSync('qpdf', [...opened, '--check', path]).status).toBe(0)
  if (secret !== null) expect(spawnSync('qpdf', ['--check', path]).status).not.toBe(0)
  return execFileSync('pdftotext', [...(secret === null ? [] : ['-upw', secret]), path, '-']).toString()
}

async function readCsv(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return text
}

function readFilm(path: string): string {
  expect(probe(path).streams.map(({ codec_name }) => codec_name)).toEqual(
    expect.arrayContaining(['h264', 'aac', 'mov_text']),
  )
  const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-map', '0:a', '-f', 'null', '-'])
  expect([decoded.status, decoded.stderr.toString()]).toEqual([0, ''])
  return captionsOf(path)
}

async function readPage(path: string, secret: string | null): Promise<string> {
  await using opened = await openPage(browser!, path)
  const { page, faults, outside } = opened
  if (secret !== null) {
    await page.fill('#password', secret)
    await page.click('#button')
    await page.frameLocator('iframe').locator('h1').waitFor()
  }
  const main = secret === null ? page.locator('main') : page.frameLocator('iframe').locator('main')
  const text = await main.innerText()
  expect([outside(), faults]).toEqual([[], []])
  return text
}

async function readPack(path: string): Promise<string> {
  const { into, names } = await unzip(path)
  const clips = names.filter((name) => name.startsWith('clips/'))
  expect(clips).toHaveLength(1)
  expect(probe(join(into, clips[0]!)).streams[0]?.codec_name).toBe('h264')
  const pages = ['passages.pdf', 'certificate-draft.pdf'].map((name) => readPdf(join(into, name), null))
  return [...pages, await readFile(join(into, 'certificate-draft.txt'), 'utf8')].join('\n')
}

async function readDocx(path: string): Promise<string> {
  const parts = unzipSync(await readFile(path))
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', 'word/styles.xml']))
  return strFromU8(parts['word/document.xml']!)
    .replaceAll('</w:p>', '\n')
    .replaceAll(/<[^>]*>/g, '')
}

async function readArchive(path: string): Promise<string> {
  const { into, names } = await unzip(path)
  expect(names).toContain(`files/videos/${sitting.videoId}/original/media`)
  const records = await readdir(join(into, 'records'))
  const texts = await Promise.all(records.map((name) => readFile(join(into, 'records', name), 'utf8')))
  for (const text of texts) for (const line of text.split('\n').filter(Boolean)) JSON.parse(line)
  return texts.join('\n')
}

const programs: Readonly<Record<ExportType, { read: Reader; hasOwnLock?: true }>> = {
  pdf: { read: async (path, secret) => readPdf(path, secret), hasOwnLock: true },
  csv: { read: readCsv },
  xlsx: { read: async (path) => JSON.stringify((await readXlsxFile(path))[0]!.data) },
  html: { read: readPage, hasOwnLock: true },
  mp4: { read: async (path) => readFilm(path) },
  list: {
    read: async (path) => (extname(path) === '.txt' ? readFile(path, 'utf8') : captionsOf(path)),
  },
  pack: { read: readPack },
  archive: { read: readArchive },
  docx: { read: readDocx },
}
type Reader = (path: string, secret: string | null) => Promise<string>

const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ')

export function testTable(part: keyof typeof parts): void {
  vi.setConfig({ testTimeout: 6 * waitMs, hookTimeout: 2 * waitMs })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'venire-table-'))
    const film = await buildMedia(join(folder, 'source.mp4'), [
      ...[...tone(3), ...counted(3, { size: '320x180' }), ...h264, ...aac, '-shortest'],
    ])
    at = await testApp()
    lead = await at.person()
    const { db } = at.parts.database
    const said = (text: string, startMs: number, line: number) => ({
      text,
      startMs,
      endMs: startMs + 700,
      words: text.split(' ').map((word, index) => ({
        text: word,
        startMs: startMs + index * 100,
        endMs: startMs + index * 100 + 90,
        confidence: 1,
        estimated: false,
      })),
      page: 12,
      line,
    })
    sitting = await buildSitting(at.parts, lead.actor, {
      bytes: await readFile(film),
      turns: [
        {
          ...said('Ms. Marchetti, of Quill Harbour Logistics?', 0, 3),
          speaker: 'THE COURT',
          role: 'judge',
          jurorNumber: null,
        },
        said('I know the officer.', 800, 5),
        said('I could be fair.', 1800, 6),
      ],
      findings: [buildFinding({ turn: 1, startMs: 800, endMs: 1700, chain: 1 })],
      chains: [{ number: 1, concern: 0, probes: [], outcome: 'unresolved', ruling: null }],
    })
    await db.update(videos).set({ durationMs: 3000 }).where(eq(videos.id, sitting.videoId))
    const of = { ...sitting, jurorIds: [sitting.jurorId] }
    await buildStrike(db, lead.actor, of, {
      jurorId: sitting.jurorId,
      kind: 'peremptory',
      madeBy: 'us',
      state: 'ruled',
      ruling: 'granted',
      number: 1,
      rationale: 'WORKPRODUCT she knows Marchetti',
      calledAt: new Date('2026-03-02T10:00:00Z'),
    })
    highlights = (await lead.call('GET', `/api/sessions/${sitting.sessionId}/highlights`)).json<Highlight[]>()
    await buildStrike(db, lead.actor, of, { jurorId: sitting.jurorId, state: 'ruled', ruling: 'denied' })
    await verifyMotionQuotes(lead, sitting.sessionId)
    worker = await startWorker(at.parts, silent)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    worker.stop()
    await at.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('no template and no type is without a row', () => {
    expect(Object.keys(phrases).toSorted()).toEqual([...exportTemplates].toSorted())
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(exportTypes))
    expect(Object.values(parts).flat().toSorted()).toEqual([...exportTypes].toSorted())
  })

  for (const type of parts[part]) {
    const { read, hasOwnLock } = programs[type]
    const ofType = rows.filter((row) => row.type === type)
    test(`${type}: ${ofType.length} files are what they are ordered as`, async () => {
      const waiting = ofType.values()
      const checkNext = async () => {
        for (const row of waiting) {
          const { made, path } = await makeExport(lead, folder, planOf(row))
          const isWrapped = row.secret !== null && !hasOwnLock
          expect([row, made.filename]).toEqual([row, expect.stringMatching(isWrapped ? /\.zip$/ : /\.[a-z0-9]+$/)])
          const text = singleSpaced(await read(isWrapped ? unlock(path, password) : path, row.secret))
          expect([row, text]).toEqual([row, expect.stringContaining(phrases[row.template])])
          const told = type === 'archive' ? null : text.match(/Marchetti|Delphine|Quill|WORKPRODUCT/g)
          expect([row, told]).toEqual([row, null])
        }
      }
      await Promise.all(Array.from({ length: 4 }, checkNext))
    })
  }
}
