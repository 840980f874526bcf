import { describe, expect, test } from 'vitest'
import type { Block, Doc } from '../content/doc.ts'
import { toDocxParts } from '../docx/docx.ts'
import { offlineNotice, toHtml } from './html.ts'

const attack = '<img src=x onerror=alert(1)>&"\''
const safe = '&lt;img src=x onerror=alert(1)&gt;&amp;'
const doc = (blocks: Block[], more: Partial<Doc> = {}): Doc => ({
  title: 'Session page',
  subtitle: 'Day 1',
  mark: '',
  watermark: '',
  reference: '24-CV-118-ABCDEF',
  paper: 'letter',
  caption: null,
  facts: [],
  blocks,
  notices: [],
  asOf: '2026-03-02T00:00:00.000Z',
  asOfWords: 'Mar 1, 2026, 4:00 PM PST',
  fingerprint: 'f00d',
  audit: null,
  refusal: null,
  ...more,
})
const cite = (url: string | null) => ({ label: '0:01:02', url, pageLine: '12:4' })
const safeUrl = 'https://firm.example/sessions/s/review?v=v&t=62'

const every = (text: string): Block[] => [
  { kind: 'heading', level: 2, text },
  { kind: 'heading', level: 3, text },
  { kind: 'text', text },
  { kind: 'text', text, tone: 'note' },
  { kind: 'text', text, tone: 'strong' },
  { kind: 'facts', rows: [[text, text]] },
  { kind: 'table', label: text, head: [text], widths: [1], rows: [[text]] },
  { kind: 'quote', question: text, text, by: text, cite: cite(null), note: text },
  { kind: 'spoken', title: text, lines: [{ speaker: text, text, cite: cite(null) }] },
  { kind: 'seats', rows: [[{ number: 1, label: text, note: text }, null]] },
  { kind: 'signature', name: text, lines: [text] },
]

describe('a web page', () => {
  test.for(every(attack).map((block) => [block.kind, block] as const))(
    'a %s shows markup as text',
    async ([, block]) => {
      const html = await toHtml(doc([block]))
      expect(html).not.toContain('<img')
      expect(html).toContain(safe)
    },
  )

  test('the title, subtitle, mark, watermark, notices, and facts show markup as text', async () => {
    const given = { title: attack, subtitle: attack, mark: attack, watermark: attack, audit: attack }
    const html = await toHtml(doc([], { ...given, notices: [attack], facts: [[attack, attack]] }))
    expect(html).not.toContain('<img')
    expect(html.split(safe).length - 1).toBe(9)
  })

  test('runs no script and loads nothing', async () => {
    const html = await toHtml(doc(every('x')))
    expect(html).toMatch(/content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'/)
    expect(html).not.toMatch(/<script|<iframe|<link|\son\w+=|url\(/)
    expect(html).toContain('<meta name="referrer" content="no-referrer">')
  })

  test('links only to http and https', async () => {
    const quote = (url: string): Block => ({
      ...{ kind: 'quote', question: null, text: 't', by: 'b', note: null },
      cite: cite(url),
    })
    expect(await toHtml(doc([quote(safeUrl)]))).toContain(
      '<a href="https://firm.example/sessions/s/review?v=v&amp;t=62" target="_blank" rel="noreferrer noopener">0:01:02</a>',
    )
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' https://x'])
      expect([url, (await toHtml(doc([quote(url)]))).includes('<a href="')]).toEqual([url, false])
  })

  test('lists its chapters: headings of the first level and transcripts', async () => {
    const html = await toHtml(doc(every('Chapter')))
    expect([...html.matchAll(/<li><a href="#b(\d+)">Chapter/g)].map(([, at]) => at)).toEqual(['0', '8'])
    expect(html).toContain('<h2 id="b8"')
  })

  test('shows the back row first, as the jury sits', async () => {
    const seat = (number: number) => ({ number, label: `J${number}`, note: '' })
    const html = await toHtml(
      doc([
        {
          kind: 'seats',
          rows: [
            [seat(1), seat(2)],
            [seat(3), null],
          ],
        },
      ]),
    )
    expect([...html.matchAll(/<strong>(J\d)/g)].map(([, label]) => label)).toEqual(['J3', 'J1', 'J2'])
    expect(html).toContain('aria-label="Seats, back row first"')
  })

  test('leaves out a still that couldn’t be taken', async () => {
    const html = await toHtml(doc([{ kind: 'still', videoId: 'v', atMs: 0, alt: 'Juror 12', path: null }]))
    expect(html).not.toContain('Juror 12')
  })

  test('says what can’t be undone, when the content is from, and its hash', async () => {
    const html = await toHtml(doc([], { audit: 'event 9' }))
    for (const text of [
      offlineNotice,
      'Content as of Mar 1, 2026, 4:00 PM PST',
      'SHA-256 of the content f00d',
      'Audit record: event 9',
    ])
      expect(html).toContain(text)
    expect(await toHtml(doc([]))).not.toContain('Audit record')
  })
})

describe('a Word document', () => {
  const body = (blocks: Block[], more: Partial<Doc> = {}) => toDocxParts(doc(blocks, more))['word/document.xml']!
  const texts = (xml: string) => [...xml.matchAll(/<w:t [^>]*>([^<]*)/g)].map(([, text]) => text)

  test.for(every(attack).map((block) => [block.kind, block] as const))('a %s shows markup as text', ([kind, block]) => {
    const xml = body([block])
    expect(xml).not.toContain('<img')
    expect([kind, xml.includes('&lt;img')]).toEqual([kind, true])
  })

  test('drops what XML can’t hold, and half a character', () => {
    expect(texts(body([{ kind: 'text', text: 'a\u0000b\u0008c\uD800d\uFFFE' }]))).toContain('abc\uFFFDd')
  })

  test('cites a quote by page and line, then time', () => {
    const quote: Block = {
      kind: 'quote',
      question: 'Can you?',
      text: 'No.',
      by: 'Juror 12',
      cite: cite(safeUrl),
      note: null,
    }
    const xml = body([quote])
    expect(texts(xml).slice(2, 9)).toEqual(['Q. Can you?', 'A. “No.”', ' (', '12:4', ', ', '0:01:02', ')'])
    expect(xml).toContain('<w:hyperlink r:id="link0">')
  })

  test('links are relationships, and only to http and https', () => {
    const fact = (url: string): Block => ({ kind: 'facts', rows: [['Clip', { text: 'Open', url }]] })
    const relations = (blocks: Block[]) => toDocxParts(doc(blocks))['word/_rels/document.xml.rels']!
    expect(relations([fact(safeUrl)])).toContain(`Target="${safeUrl.replace('&', '&amp;')}" TargetMode="External"`)
    expect(relations([fact('javascript:alert(1)')])).not.toContain('External')
  })

  test('the header has the watermark and mark, and the footer the page and reference', () => {
    const parts = toDocxParts(doc([], { watermark: 'Draft', mark: 'Privileged' }))
    expect(texts(parts['word/header1.xml']!)).toEqual(['DRAFT · PRIVILEGED'])
    expect(texts(parts['word/footer1.xml']!)).toEqual(['Page ', ' of ', '24-CV-118-ABCDEF'])
  })

  test('has the size of its paper', () => {
    expect(body([], { paper: 'a4' })).toContain('<w:pgSz w:w="11906" w:h="16838"/>')
    expect(body([])).toContain('<w:pgSz w:w="12240" w:h="15840"/>')
  })

  const caption = {
    court: '',
    place: '',
    above: { names: ['Jane Roe'], role: 'Plaintiff' },
    below: { names: ['Acme'], role: 'Defendant' },
    others: { names: ['Beta Insurance'], role: 'Intervenor' },
    action: 'Roe v. Acme',
    caseNumber: '24-CV-118',
    judge: '',
    courtroom: '',
  }

  test('a caption names every party, and leaves blanks for what counsel must fill in', () => {
    expect(texts(body([], { caption })).slice(0, 11)).toEqual([
      '______________________________',
      ...['Jane Roe,', 'Plaintiff,', 'v.', 'Acme,', 'Defendant,', 'and', 'Beta Insurance,', 'Intervenor.'],
      ...['Case No. 24-CV-118', 'Judge ______________________________'],
    ])
  })

  test('a caption without parties has the title of the action', () => {
    const nobody = { names: [], role: '' }
    const said = texts(
      body([], { caption: { ...caption, above: nobody, below: nobody, others: null, court: 'Court' } }),
    )
    expect(said.slice(0, 2)).toEqual(['Court', 'Roe v. Acme'])
  })
})
