import { zipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { buildMedia, makeFolder } from '#engine/media/media.factory.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { startWorker } from '#worker/index.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { silent } from './silent.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let at: TestApp
let person: Person
let url: string
let film: Buffer
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  await using folder = await makeFolder()
  const path = join(folder.path, 'film.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=4']
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=duration=4:amplitude=0.1:sample_rate=16000']
  await buildMedia(path, [...picture, ...sound, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'])
  film = await readFile(path)
  at = await testApp({ BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' })
  person = await at.person()
  url = await at.app.listen({ port: 0, host: '127.0.0.1' })
  worker = await startWorker(at.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
})

const buildFilm = async () => (await buildVideo(at.parts, person.actor, { bytes: film })).id
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${url}${path}`, {
    ...init,
    headers: { origin: url, cookie: person.cookie, 'content-type': 'application/json' },
  })

async function attach(id: string, name: string, content: Uint8Array) {
  const body = JSON.stringify({ name, base64: Buffer.from(content).toString('base64') })
  const request = { isPending: true }
  const sent = ask(`/api/videos/${id}/transcript`, { method: 'PUT', body }).finally(() => (request.isPending = false))
  const others = new Set<number>()
  while (request.isPending) others.add((await ask('/api/auth/account')).status)
  const answer = await sent
  return { status: answer.status, text: await answer.text(), others: [...others] }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const said = ['THE COURT: Good morning, all of you.', 'JUROR NO. 4: I work nights until Friday.']
const reporter = `Page 7\n${Array.from({ length: 12 }, (_, at) => `${String(at + 1).padStart(2)}   ${said[at % 2]}`).join('\n')}\n`
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const docx = (body: string, head = '') =>
  zipSync({ 'word/document.xml': bytes(`${head}<w:document><w:body>${body}</w:body></w:document>`) })

const draw = (options: PDFKit.PDFDocumentOptions = {}, change = (_document: PDFKit.PDFDocument): unknown => null) =>
  new Promise<Uint8Array>((resolve) => {
    const document = new PDFDocument(options)
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    document.font('Courier').fontSize(9).text('7', 300, 40)
    for (const [at, line] of reporter.split('\n').slice(1, 13).entries()) document.text(line, 72, 60 + at * 20)
    change(document)
    document.end()
  })
const withScript = (document: PDFKit.PDFDocument) =>
  document.addNamedJavaScript('start', 'app.launchURL("http://127.0.0.1:9")')
const buildPages = (kids: string) =>
  bytes(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1000000/Kids[${kids}]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n`,
  )

const dvt = `<?xml version="1.0"?><Deposition><Lines Count="2">${said
  .map(
    (text, at) =>
      `<Line ID="${at}"><Stream>0</Stream><TimeMs>${at * 1500}</TimeMs><PageNo>7</PageNo><LineNo>${at + 1}</LineNo><QA>-</QA><Text>${text}</Text></Line>`,
  )
  .join('')}</Lines></Deposition>`
const captions = (mark: string) => said.map((text, at) => `00:00:0${at}${mark}000 --> 00:00:0${at}${mark}900\n${text}`)

test.each<[string, string, () => Uint8Array | Promise<Uint8Array>, { page?: number; line?: number }]>([
  ['text', 'day.txt', () => bytes(said.join('\n')), {}],
  ['text in UTF-16', 'day.txt', () => Buffer.from(`\uFEFF${said.join('\n')}`, 'utf16le'), {}],
  ['reporter ASCII', 'day.asc', () => bytes(reporter), { page: 7, line: 2 }],
  [
    'SRT',
    'day.srt',
    () =>
      bytes(
        captions(',')
          .map((cue, at) => `${at + 1}\n${cue}\n`)
          .join('\n'),
      ),
    {},
  ],
  ['WebVTT', 'day.vtt', () => bytes(`WEBVTT\n\n${captions('.').join('\n\n')}\n`), {}],
  [
    'CSV',
    'day.csv',
    () => bytes(`start,speaker,text\n${said.map((text, at) => `0:0${at},${text.replace(': ', ',"')}"`).join('\n')}`),
    {},
  ],
  ['Rich Text', 'day.rtf', () => bytes(`{\\rtf1 ${said.join('\\par ')}\\par}`), {}],
  ['Word', 'day.docx', () => docx(said.map(paragraph).join('')), {}],
  ['PDF', 'day.pdf', () => draw(), { page: 7, line: 2 }],
  ['a PDF with a script, which is not run', 'day.pdf', () => draw({}, withScript), { page: 7, line: 2 }],
  ['a PDF under another name', 'day.txt', () => draw(), { page: 7, line: 2 }],
  ['DVT', 'day.dvt', () => bytes(dvt), { page: 7, line: 2 }],
  ['E-Transcript with plain text', 'day.ptx', () => bytes(reporter), { page: 7, line: 2 }],
  [
    'packed E-Transcript with plain text',
    'day.ptz',
    () => zipSync({ 'day.txt': bytes(reporter) }),
    { page: 7, line: 2 },
  ],
])('reads %s', async (_format, name, make, place) => {
  const id = await buildFilm()
  expect(await attach(id, name, await make())).toMatchObject({ status: 200 })
  await vi.waitFor(
    async () => {
      const { status, failureReason } = (await (await ask(`/api/videos/${id}`)).json()) as VideoDetail
      expect([status, failureReason]).toEqual(['completed', null])
    },
    { timeout: 60_000, interval: 200 },
  )
  const turns = (await (await ask(`/api/videos/${id}/transcript`)).json()) as Turn[]
  expect(turns.slice(0, 2).map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(said)
  expect(turns[1]).toMatchObject(place)
})

const compound = Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex')
const access = Buffer.from('\x00\x01\x00\x00Standard Jet DB\x00', 'latin1')
const binary = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7) % 256)
const half = (content: Uint8Array) => content.subarray(0, content.length / 2)
const externalEntity = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'

test.each<[string, string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
  ['a closed E-Transcript', 'day.ptx', () => binary, /\(PTX\).* Ask the reporter/],
  ['a LiveNote transcript', 'day.ptf', () => binary, /\(PTF\).* Ask the reporter/],
  ['a sync database', 'day.mdb', () => access, /\(MDB\).* Ask the vendor/],
  ['a sync database under another name', 'day.txt', () => access, /\(MDB\).* Ask the vendor/],
  ['a TrialDirector file', 'day.cms', () => binary, /\(CMS\).* Ask the vendor/],
  ['a Word 97 document', 'day.doc', () => compound, /\(DOC\).* Save it as DOCX/],
  ['a spreadsheet', 'day.xlsx', () => binary, /Choose a transcript file/],
  ['half a Word document', 'day.docx', () => half(docx(paragraph('x'))), /Word document is damaged/],
  ['half a PDF', 'day.pdf', async () => half(await draw()), /PDF is damaged|scan without text/],
  ['half a DVT file', 'day.dvt', () => bytes(dvt.slice(0, 60)), /DVT/],
  ['a ZIP bomb', 'day.docx', () => docx('a'.repeat(60_000_000)), /larger than 40 MB/],
  ['a ZIP bomb of paragraphs', 'day.docx', () => docx('<w:p/>'.repeat(6_000_000)), /more than 500,000 lines/],
  ['a DVT file that ends early', 'day.dvt', () => bytes(dvt.replace('</Lines></Deposition>', '')), /DVT/],
  ['a Word document with external entities', 'day.docx', () => docx(paragraph('&x;'), externalEntity), /damaged/],
  ['a PDF that declares a million pages', 'day.pdf', () => buildPages('3 0 R'), /PDF|scan/],
  ['a PDF whose pages contain themselves', 'day.pdf', () => buildPages('2 0 R 2 0 R'), /PDF/],
  ['a PDF with a million references to a page', 'day.pdf', () => buildPages('3 0 R '.repeat(1_000_000)), /PDF/],
  ['Rich Text nested 100,000 deep', 'day.rtf', () => bytes(`{\\rtf1 ${'{'.repeat(100_000)}`), /damaged/],
  ['19 MB on one line', 'day.txt', () => bytes('word '.repeat(3_900_000)), /more than 20,000 characters/],
  ['50 MB on one line', 'day.txt', () => bytes('word '.repeat(10_000_000)), /20 MB|too large/],
  ['NUL bytes', 'day.txt', () => bytes(`${said.join('\n')}${'\0'.repeat(50)}`), /not a text file/],
  ['a picture named as text', 'day.txt', () => binary, /not a text file/],
  ['a PDF with a password', 'day.pdf', () => draw({ userPassword: 'x', pdfVersion: '1.7' }), /has a password/],
  ['a Word document with a password', 'day.docx', () => compound, /has a password/],
  ['UTF-16 of nothing', 'day.txt', () => Buffer.from('\uFEFF  \n', 'utf16le'), /is empty/],
])('refuses %s in one sentence while it answers others', async (_case, name, make, sentence) => {
  const id = await buildFilm()
  const { status, text, others } = await attach(id, name, await make())
  expect([status, text]).toEqual([
    expect.toSatisfy((code: number) => code >= 400 && code < 500),
    expect.stringMatching(sentence),
  ])
  expect(others).toEqual([200])
  const runs = await at.parts.database.pool.query('select 1 from analysis_runs where video_id = $1', [id])
  expect(runs.rows).toEqual([])
})
