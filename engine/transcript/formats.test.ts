import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { importFile } from './import.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = async (content: Uint8Array, name: string) => {
  const { turns, ...rest } = await importFile(content, name)
  return { ...rest, turns: turns.map(({ speaker, text }) => `${speaker ?? '-'}: ${text}`), full: turns }
}
const expected = ['THE COURT: Good morning, “all”.', 'JUROR NO. 4: I can’t stay past May 4.']

const paragraph = (inner: string): string => `<w:p><w:r>${inner}</w:r></w:p>`
const text = (words: string): string => `<w:t xml:space="preserve">${words}</w:t>`
const docx = (body: string): Uint8Array =>
  zipSync({
    '[Content_Types].xml': bytes('<Types/>'),
    'word/document.xml': bytes(`<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`),
  })

test('reads a Word document by paragraphs, without deleted text or fields', async () => {
  const body =
    paragraph(text('THE COURT:') + '<w:tab/>' + text('Good morning, ') + text('“all”.')) +
    paragraph(`${text('JUROR NO. 4: I can&#8217;t stay ')}<w:del>${text('until')}</w:del>${text('past')}`) +
    paragraph(`<w:instrText>PAGE</w:instrText>${text('May 4.')}`)
  expect((await read(docx(body), 'day.docx')).turns).toEqual(expected)
})

test('reads speakers from the first column of a Word table', async () => {
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(text(cell))}</w:tc>`).join('')}</w:tr>`
  const body = row('THE COURT', 'Good morning, “all”.') + row('JUROR NO. 4', 'I can’t stay past May 4.')
  expect((await read(docx(body), 'day.docx')).turns).toEqual(expected)
})

test('reads a Word table inside a cell row by row', async () => {
  const cell = (content: string) => `<w:tc>${content}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.map((each) => cell(paragraph(text(each)))).join('')}</w:tr>`
  const inner = `<w:tbl>${row('JUROR NO. 4', 'Yes.')}${row('THE COURT', 'Why?')}</w:tbl>`
  const outer = `<w:tbl><w:tr>${cell(paragraph(text('THE COURT: Ready?')))}${cell(`${inner}<w:p/>`)}</w:tr>${row('JUROR NO. 4', 'Because.')}</w:tbl>`
  expect((await read(docx(outer), 'day.docx')).turns).toEqual([
    'THE COURT: Ready?',
    'JUROR NO. 4: Yes.',
    'THE COURT: Why?',
    'JUROR NO. 4: Because.',
  ])
})

test('reads a Rich Text document without fonts, headers, and hidden text', async () => {
  const rtf =
    '{\\rtf1\\ansi\\ansicpg1252\\uc1{\\fonttbl{\\f0 Courier;}}{\\*\\generator Word;}{\\header Page 3\\par}{\\info{\\author Me}}\\pard\\b THE COURT:\\b0\\tab Good morning, \\ldblquote all\\rdblquote .\\par\r\nJUROR NO. 4: I can\\u8217?t stay{\\v hidden} past\\line May\\~4.\\par}'
  expect((await read(bytes(rtf), 'day.rtf')).turns).toEqual(expected)
  expect((await read(bytes(rtf.replace('\\u8217?', "\\'92")), 'day.txt')).turns).toEqual(expected)
})

test.each([
  ['a malformed character', "Good\\' morning"],
  ['hidden text that ends', '\\v hidden\\v0 Good morning'],
  ['hidden text that ends with its format', '\\v hidden\\plain Good morning'],
  ['a half character', 'Good\\u-10179? morning'],
])('reads Rich Text after %s', async (_case, words) => {
  const { turns } = await read(bytes(`{\\rtf1\\ansi THE COURT: ${words}.\\par JUROR NO. 4: Yes.\\par}\\`), 'day.rtf')
  expect(turns.map((turn) => turn.replaceAll('\uFFFD', ''))).toEqual(['THE COURT: Good morning.', 'JUROR NO. 4: Yes.'])
})

test('hidden text that ends in a skipped group stays skipped', async () => {
  const rtf = '{\\rtf1{\\header\\v x\\v0 Page 3\\par}THE COURT: Yes.\\par}'
  expect((await read(bytes(rtf), 'day.rtf')).turns).toEqual(['THE COURT: Yes.'])
})

test('reads moved text of a Word document once', async () => {
  const moved = (tag: string) => `<w:${tag} w:id="1">${text('Good morning.')}</w:${tag}>`
  const body = paragraph(`${text('THE COURT: ')}${moved('moveFrom')}${moved('moveTo')}`)
  expect((await read(docx(body), 'day.docx')).turns).toEqual(['THE COURT: Good morning.'])
})

test('unpacks only the first text of an archive', async () => {
  const zip = zipSync({ 'day.txt': bytes('THE COURT: Yes.'), 'day2.txt': bytes('THE COURT: No.') })
  const view = new DataView(zip.buffer, zip.byteOffset)
  for (let at = zip.length - 5; at >= 0; at--)
    if (view.getUint32(at, true) === 0x02014b50) {
      view.setUint32(at + 24, 4_000_000_000, true)
      break
    }
  expect((await read(zip, 'day.dat')).turns).toEqual(['THE COURT: Yes.'])
})

type Drawn = (document: PDFKit.PDFDocument) => void
const draw = (pages: readonly Drawn[], options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const document = new PDFDocument({ autoFirstPage: false, ...options })
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    for (const page of pages) {
      document.addPage()
      page(document)
    }
    document.end()
  })
const spoken = Array.from({ length: 24 }, (_, at) =>
  at % 2 === 0 ? `THE COURT: Question ${at}?` : `JUROR NO. 4: My answer is ${at}.`,
)
const numberedPage =
  (number: number, left = 72): Drawn =>
  (document) => {
    document
      .font('Courier')
      .fontSize(9)
      .text(String(number), left + 200, 40, { lineBreak: false })
    for (const [at, line] of spoken.entries()) {
      document.text(String(at + 1), left, 60 + at * 20, { lineBreak: false })
      document.text(line, left + 40, 60 + at * 20, { lineBreak: false })
    }
  }

test('reads a PDF with a text layer, with pages and lines', async () => {
  const { full, format } = await read(await draw([numberedPage(41), numberedPage(42)]), 'day.pdf')
  expect(format).toBe('reporter_ascii')
  expect(full).toHaveLength(48)
  expect(full[25]).toMatchObject({ speaker: 'JUROR NO. 4', text: 'My answer is 1.', page: 42, line: 2 })
})

test("keeps a PDF's files in the given folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-formats-'))
  const pdf = await draw([numberedPage(41)])
  expect((await importFile(pdf, 'day.pdf', { folder })).turns).toHaveLength(24)
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
  await expect(importFile(pdf, 'day.pdf', { folder })).rejects.toThrow('ENOENT')
})

test.each([
  ['a scan', () => draw([(document) => document.rect(10, 10, 200, 200).fill()]), /scan without text/],
  [
    'a condensed PDF',
    () =>
      draw([
        (document) => {
          numberedPage(1, 40)(document)
          numberedPage(2, 320)(document)
        },
      ]),
    /condensed/,
  ],
  ['a PDF with a password', () => draw([numberedPage(1)], { userPassword: 'x', pdfVersion: '1.7' }), /has a password/],
  ['half a PDF', async () => (await draw([numberedPage(1)])).subarray(0, 300), /PDF is damaged/],
])('rejects %s in one sentence', async (_case, make, sentence) => {
  await expect(importFile(await make(), 'day.pdf')).rejects.toThrow(sentence)
})

function bomb(claimed: number): Uint8Array {
  const zip = docx(paragraph(text('a'.repeat(2_000_000))))
  const view = new DataView(zip.buffer, zip.byteOffset)
  for (let at = 0; at < zip.length - 4; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, claimed, true)
  return zip
}

test.each([
  ['a ZIP bomb', bomb(4_000_000_000), 'day.docx', /larger than 40 MB|damaged/],
  ['a ZIP that claims more than it can hold', bomb(30_000_000), 'day.docx', /damaged/],
  ['a ZIP that lies about its size', bomb(10), 'day.docx', /damaged|no words|empty/],
  ['half a Word document', docx(paragraph(text('x'))).subarray(0, 200), 'day.docx', /damaged/],
  ['a Word document without text', zipSync({ 'word/styles.xml': bytes('<x/>') }), 'day.docx', /damaged/],
  ['an encrypted Word document', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'day.docx', /has a password/],
  ['a Word 97 document', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'day.doc', /Save it as DOCX/],
  ['Rich Text of braces', bytes(`{\\rtf1 ${'{'.repeat(1_000_000)}`), 'day.rtf', /damaged/],
  ['Rich Text that skips past its end', bytes('{\\rtf1 \\bin999999999 x}'), 'day.rtf', /empty|no words/],
  ['a TrialDirector file', Buffer.from([0, 1, 2, 3, 0, 0]), 'day.cms', /TrialDirector .* Ask the vendor/],
  ['an archive', zipSync({ 'a.bin': new Uint8Array(9) }), 'day.zip', /Unpack it/],
])('rejects %s in one sentence', async (_case, content, name, sentence) => {
  await expect(importFile(content, name)).rejects.toThrow(sentence)
})

test('rejects a Word document that declares entities', async () => {
  const xml = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">]><w:document>${paragraph(text('THE COURT: &a;'))}</w:document>`
  await expect(read(zipSync({ 'word/document.xml': bytes(xml) }), 'day.docx')).rejects.toThrow('damaged')
})

const numbered = spoken.map((line, at) => `${String(at + 1).padStart(2)}   ${line}`).join('\n')

test('reads an E-Transcript file that contains plain text, packed or not', async () => {
  const plain = await read(bytes(`Page 7\n${numbered}\n`), 'day.ptx')
  expect(plain.full[1]).toMatchObject({ page: 7, line: 2 })
  const packed = await read(zipSync({ 'day.txt': bytes(`Page 7\n${numbered}\n`), 'a.pdf': bytes('x') }), 'day.ptz')
  expect(packed.turns).toEqual(plain.turns)
})

const dvt = (lines: readonly (readonly [number, number, number | '', string, string])[], stream = 0): string =>
  `<?xml version="1.0"?><Deposition><Lines Count="${lines.length}">${lines
    .map(
      ([page, line, ms, mark, words], at) =>
        `<Line ID="${at}"><Stream>${at % 2 === 0 ? 0 : stream}</Stream><TimeMs>${ms}</TimeMs><PageNo>${page}</PageNo><LineNo>${line}</LineNo><QA>${mark}</QA><Text>${words}</Text></Line>`,
    )
    .join('')}</Lines></Deposition>`

test('reads pages, lines, and times from a DVT file', async () => {
  const file = dvt([
    [3, 1, 1000, '-', 'THE COURT: Good &amp; early.'],
    [3, 2, 4000, '-', 'JUROR NO. 4: Yes, I am'],
    [3, 3, 6000, '-', 'here.'],
    [3, 4, 9000, '-', 'THE COURT: Thanks.'],
  ])
  const { full, format } = await read(bytes(file), 'day.dvt')
  expect(format).toBe('dvt')
  expect(full).toMatchObject([
    { speaker: 'THE COURT', text: 'Good & early.', page: 3, line: 1, startMs: 1000, endMs: 4000 },
    { speaker: 'JUROR NO. 4', text: 'Yes, I am here.', page: 3, line: 2, startMs: 4000, endMs: 9000 },
    { speaker: 'THE COURT', startMs: 9000 },
  ])
})

test('drops half characters that a DVT file declares', async () => {
  const { turns } = await read(bytes(dvt([[3, 1, 1000, '-', 'THE COURT: Good &#xD800;morning.']])), 'day.dvt')
  expect(turns).toEqual(['THE COURT: Good \uFFFDmorning.'])
})

test('keeps the text of a DVT file over several videos and says that its times were omitted', async () => {
  const file = dvt(
    [
      [3, 1, 1000, '-', 'THE COURT: Good morning.'],
      [3, 2, 0, '-', 'JUROR NO. 4: Yes.'],
    ],
    1,
  )
  const { full, warnings } = await read(bytes(file), 'day.dvt')
  expect(full.every(({ startMs }) => startMs === null)).toBe(true)
  expect(warnings[0]).toContain('several videos')
})

test.each([
  ['a DVT line that never ends', `<Line>${'x'.repeat(20_000_000)}`, /DVT file is damaged/],
  ['a DVT line that is too long', `<Line><PageNo>1</PageNo><Text>${'x '.repeat(20_000)}</Text></Line>`, /20,000/],
])('rejects %s', async (_case, body, sentence) => {
  const file = `<?xml version="1.0"?><Deposition><PageNo></PageNo><Text></Text>${body}</Deposition>`
  await expect(read(bytes(file), 'day.dvt')).rejects.toThrow(sentence)
})
