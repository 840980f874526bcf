import { describe, expect, test } from 'vitest'
import { ExportFilters, ExportOptions } from '#contract/exports/exports.ts'
import type { FilmLink } from '../../core/film-link.ts'
import { oneLine, timecode, toDay, toLocalTime, toWords } from './clean.ts'
import { buildDocument, buildManifest, privilegedMark, software, toFingerprint } from './cover.ts'
import { type Block, captionFacts, type Doc, estimateDoc, toText } from './doc.ts'
import { type Gathered, isAmong, sameNumber, toCite } from './gather.ts'
import { buildRedactor } from './redact.ts'

type InCase = NonNullable<Gathered['subject']['inCase']>
type Party = InCase['parties'][number]
const party = (name: string, side: Party['side'], role: Party['role']) => ({ name, side, role }) as Party

const theCase = {
  title: 'Roe v. Ana Cruz Transit',
  caseNumber: '24-CV-118 (AT)',
  court: 'Superior Court of California',
  county: 'Alameda',
  state: 'CA',
  courtroom: '12',
  judge: 'Hon. Ana Cruz',
  parties: [party('Jane Roe', 'plaintiff', 'plaintiff'), party('Ana Cruz Transit, Inc.', 'defense', 'defendant')],
  updatedAt: new Date('2026-03-01T00:00:00Z'),
} as unknown as InCase

type Given = Partial<Pick<Gathered, 'anonymous' | 'film' | 'auditMark'>> & {
  template?: Gathered['order']['template']
  options?: Partial<ExportOptions>
  filters?: Partial<ExportFilters>
  inCase?: Partial<InCase> | null
  label?: string
  videoId?: string
}
const gathered = ({
  template = 'session_summary',
  options,
  filters,
  inCase = {},
  label = 'Day 1 with Ana Cruz',
  videoId,
  ...more
}: Given = {}) =>
  ({
    order: {
      template,
      options: ExportOptions.parse(options ?? {}),
      filters: ExportFilters.parse(filters ?? {}),
    },
    subject: { inCase: inCase && { ...theCase, ...inCase }, label, videoId: videoId ?? null },
    firmName: 'Stone & Ash LLP',
    timeZone: 'America/Los_Angeles',
    anonymous: false,
    film: null,
    auditMark: null,
    redact: buildRedactor([{ jurorNumber: '12', displayName: 'Ana Cruz', employer: 'Quill Harbour' }], {
      names: options?.redactNames ?? true,
      employers: true,
    }),
    ...more,
  }) as unknown as Gathered
const build = (given: Given = {}, body: Partial<Parameters<typeof buildDocument>[1]> = {}) =>
  buildDocument(gathered(given), { blocks: [], changed: [], ...body })

describe('the caption', () => {
  test('has the court, parties, number, judge, and courtroom as the case names them', () => {
    expect(build().caption).toEqual({
      court: 'Superior Court of California',
      place: 'Alameda, CA',
      above: { names: ['Jane Roe'], role: 'Plaintiff' },
      below: { names: ['Ana Cruz Transit, Inc.'], role: 'Defendant' },
      others: null,
      action: 'Roe v. [Juror 12] Transit',
      caseNumber: '24-CV-118 (AT)',
      judge: 'Hon. Ana Cruz',
      courtroom: '12',
    })
  })

  test('names a party and the judge even if a juror has the same name', () => {
    const { caption, subtitle } = build()
    expect([caption?.judge, caption?.below.names, subtitle]).toEqual([
      'Hon. Ana Cruz',
      ['Ana Cruz Transit, Inc.'],
      'Day 1 with [Juror 12]',
    ])
  })

  test('redacts lowercase names from a video’s file name only', () => {
    expect(build({ label: 'The vera cruz road' }).subtitle).toBe('The vera cruz road')
    expect(build({ label: 'day_1_cruz.mp4', videoId: 'v1' }).subtitle).toBe('day_1_[Juror 12].mp4')
  })

  test('gives the prosecution no role, and several parties a plural', () => {
    const parties = [
      party('The People', 'plaintiff', 'prosecution'),
      party('A. Doe', 'defense', 'defendant'),
      party('B. Doe', 'defense', 'defendant'),
    ]
    const { above, below } = build({ inCase: { parties } }).caption!
    expect([above, below]).toEqual([
      { names: ['The People'], role: '' },
      { names: ['A. Doe', 'B. Doe'], role: 'Defendants' },
    ])
  })

  test('shortens more than six parties to the first and “et al.”, as Fed. R. Civ. P. 10(a) allows', () => {
    const many = (count: number) =>
      build({
        inCase: { parties: Array.from({ length: count }, (_, at) => party(`P${at}`, 'plaintiff', 'plaintiff')) },
      }).caption!.above.names
    expect(many(6)).toHaveLength(6)
    expect(many(7)).toEqual(['P0, et al.'])
  })

  test('is left out without a case', () => {
    expect(build({ inCase: null }).caption).toBeNull()
    expect(captionFacts({ caption: null })).toEqual([])
  })

  test('as facts, leaves out what isn’t known', () => {
    expect(captionFacts(build()).map(([name, value]) => `${name}: ${value}`)).toEqual([
      'Court: Superior Court of California, Alameda, CA, 12',
      'Case: Roe v. [Juror 12] Transit',
      'Parties: Jane Roe v. Ana Cruz Transit, Inc.',
      'Case number: 24-CV-118 (AT)',
      'Judge: Hon. Ana Cruz',
    ])
    const bare = { court: '', county: '', state: '', courtroom: '', judge: '', caseNumber: '', parties: [] }
    expect(captionFacts(build({ inCase: bare })).map(([name]) => name)).toEqual(['Case'])
  })

  test('names other parties after both sides', () => {
    const parties = [...theCase.parties, party('Acme Insurance', 'other', 'intervenor' as Party['role'])]
    expect(captionFacts(build({ inCase: { parties } }))).toContainEqual([
      'Parties',
      'Jane Roe v. Ana Cruz Transit, Inc.; Acme Insurance',
    ])
  })
})

describe('the notices', () => {
  const notices = (given: Given, unconfirmed = 0) => build(given, { unconfirmed }).notices
  const last = 'This is a working document, not an official court record. Verify every quotation against the recording.'

  test('of a default export say what was redacted and left out', () => {
    expect(notices({})).toEqual([
      'Juror names are replaced by juror numbers, including where they were spoken. Names that are not on the juror list are not redacted.',
      'Juror employers are redacted.',
      'The trial team’s rationale, evidence, drafts, notes, and ratings are omitted.',
      'Includes only highlights confirmed by a person.',
      last,
    ])
  })

  test.for([
    [{ options: { redactNames: false } }, 'Juror names are included, as selected.'],
    [{ options: { redactEmployers: false } }, 'Juror employers are included, as selected.'],
    [
      { options: { includePrivileged: true } },
      'PRIVILEGED: contains attorney work product. Do not distribute outside the trial team.',
    ],
    [{ options: { includeSuggestions: true } }, 'Includes unconfirmed software suggestions, each marked as such.'],
    [{ filters: { jurors: ['12', '14'] } }, 'Limited to jurors 12, 14.'],
    [{ filters: { types: ['hardship'], severities: ['high'] } }, 'Limited to types Hardship; severities high.'],
    [{ template: 'cause_motion' }, 'Draft motion. Privileged until it is exported for filing.'],
  ] as const satisfies readonly (readonly [Given, string])[])('of %o say so', ([given, notice]) => {
    expect(notices(given as Given)).toContain(notice)
  })

  test('of an anonymous jury say so, whatever was selected', () => {
    const [names, employers] = notices({ anonymous: true, options: { redactNames: false, redactEmployers: false } })
    expect(names).toBe('Anonymous jury: jurors are identified by number only, including where names were spoken.')
    expect(employers).toBe('Juror employers are redacted.')
  })

  test('count the suggestions that were left out', () => {
    const find = (unconfirmed: number) => notices({}, unconfirmed).find((each) => each.startsWith('Includes only'))
    expect(find(1)).toContain('1 unconfirmed suggestion was omitted.')
    expect(find(3)).toContain('3 unconfirmed suggestions were omitted.')
  })

  test('don’t speak of what a template has no choice about', () => {
    expect(notices({ template: 'seating_chart' })).toHaveLength(2)
    expect(notices({ template: 'cause_motion', options: { filing: true } }).join(' ')).not.toContain('Draft')
  })

  test('of timecodes that open a film say until when, and who can watch it', () => {
    const film = { title: 'Reel of Ana Cruz', linkEndsAt: '2026-03-09T20:00:00Z', maxDownloads: 5 } as FilmLink
    const notice = notices({ film: { ...film, hasPassword: true, hasEmailCode: true } }).at(-2)
    expect(notice).toContain('“Reel of [Juror 12]” until Mar 9, 2026, 1:00 PM PDT.')
    expect(notice).toContain('until then, with a password and an emailed code, up to 5 times.')
    expect(notices({ film: { ...film, title: 'Reel of the vera cruz road' } }).at(-2)).toContain(
      '“Reel of the vera cruz road”',
    )
  })
})

describe('the document', () => {
  test('is marked on every page if it has work product', () => {
    expect([build({ options: { includePrivileged: true } }).mark, build().mark]).toEqual([privilegedMark, ''])
  })

  test('of a motion is a draft until it is exported for filing, unless it has another watermark', () => {
    const watermark = (options: Partial<ExportOptions>) => build({ template: 'cause_motion', options }).watermark
    expect([watermark({}), watermark({ watermark: 'For Ana Cruz' }), watermark({ filing: true })]).toEqual([
      'DRAFT',
      'For [Juror 12]',
      '',
    ])
  })

  test('is as old as its latest change, so that the same content has the same bytes', () => {
    const changed = [null, '2026-03-02T20:00:00Z', new Date('2026-02-01T00:00:00Z')]
    expect(build({}, { changed })).toMatchObject({
      asOf: '2026-03-02T20:00:00.000Z',
      asOfWords: 'Mar 2, 2026, 12:00 PM PST',
    })
    expect(build().asOf).toBe('2026-03-01T00:00:00.000Z')
    expect(build({}, { changed }).fingerprint).toBe(build().fingerprint)
  })

  test('has another fingerprint after any change that a reader sees', () => {
    const text: Block = { kind: 'text', text: 'One word' }
    const prints = [
      build(),
      build({}, { blocks: [text] }),
      build({}, { facts: [['Strikes', '3']] }),
      build({ options: { includePrivileged: true } }),
      build({ inCase: { judge: 'Hon. Lee' } }),
      build({}, { unconfirmed: 1 }),
    ].map(({ fingerprint }) => fingerprint)
    expect(new Set(prints).size).toBe(prints.length)
  })

  test('is cited by case number and the start of its fingerprint', () => {
    const { reference, fingerprint } = build()
    expect(reference).toBe(`24-CV-118-AT-${fingerprint.slice(0, 6).toUpperCase()}`)
    expect(build({ inCase: null }).reference).toMatch(/^[0-9A-F]{6}$/)
  })

  test('prints its place in the audit record', () => {
    const audit = build({ auditMark: { seq: 9, hash: 'ab', key: 'cd' } }).audit
    expect([audit, build().audit]).toEqual(['event 9, SHA-256 ab, key cd', null])
  })

  test('leaves out facts without a value, and says who prepared it', () => {
    const facts = build(
      {},
      {
        facts: [
          ['Room', ''],
          ['Strikes', '3'],
        ] as Doc['facts'],
      },
    ).facts
    expect(facts).toEqual([
      ['Strikes', '3'],
      ['Prepared by', 'Stone & Ash LLP'],
    ])
  })
})

const cite = { label: '0:01:02', url: null, pageLine: '12:4' }
const blocks: Block[] = [
  { kind: 'heading', level: 2, text: 'Juror 12' },
  {
    kind: 'facts',
    rows: [
      ['Status', 'Seated'],
      ['Clip', { text: 'Open', url: 'https://firm.example' }],
    ],
  },
  {
    kind: 'table',
    label: 'Jurors',
    head: ['No.', 'Seat'],
    widths: [1, 1],
    rows: [
      ['12', '3'],
      ['13', '4'],
    ],
  },
  { kind: 'quote', question: 'Can you?', text: 'No.', by: 'Juror 12', cite, note: null },
  { kind: 'spoken', title: 'Day 1', lines: [{ speaker: 'THE COURT', text: 'Good morning.', cite }] },
  { kind: 'seats', rows: [[{ number: 1, label: '12', note: '' }, null]] },
  { kind: 'still', videoId: 'v', atMs: 0, alt: 'Juror 12 in the recording', path: null },
  { kind: 'signature', name: 'Sam Stone', lines: ['Bar No. 7 (CA)', ''] },
]

test('the text of a document has every word of every block', () => {
  expect(toText({ blocks }).split('\n')).toEqual([
    ...['Juror 12', 'Status Seated', 'Clip Open', 'No. Seat', '12 3', '13 4'],
    ...['Can you?', 'No.', 'Juror 12', '0:01:02', 'Day 1', 'THE COURT Good morning.', '1 12', ''],
    ...['Juror 12 in the recording', 'Sam Stone', 'Bar No. 7 (CA)', ''],
  ])
})

test('the estimate counts quotes, spoken lines, and rows, and warns of what keeps the file from being made', () => {
  const doc = { ...build(), blocks }
  expect(estimateDoc(doc)).toMatchObject({ pages: 3, items: 4, warnings: [] })
  expect(estimateDoc({ ...doc, refusal: 'Verify the quotes first.' }).warnings).toEqual(['Verify the quotes first.'])
  const long = { kind: 'text' as const, text: Array.from({ length: 480 }, () => 'line').join('\n') }
  expect(estimateDoc({ ...doc, blocks: [long] }).pages).toBe(12)
})

test('the manifest hashes the content and names the software, but no person', () => {
  const { order } = gathered()
  const manifest = buildManifest({ ...order, createdBy: 'me', title: 'T' }, { a: 1 }, { items: 2 })
  expect(manifest).toMatchObject({ software, template: 'session_summary', counts: { items: 2 }, inputs: [] })
  expect(manifest.contentSha256).toBe(toFingerprint({ a: 1 }))
  expect(Object.keys(manifest)).not.toContain('createdBy')
})

describe('a cite', () => {
  const at = { videoId: 'v1', sessionId: 's1', seconds: 61.2346, page: 12, line: 4 }
  const asked = { publicUrl: 'https://firm.example' }

  test('opens the review room at the moment, to the millisecond', () => {
    expect(toCite(asked, at)).toEqual({
      label: '0:01:01',
      url: 'https://firm.example/sessions/s1/review?v=v1&t=61.235',
      pageLine: '12:4',
    })
  })

  test('opens the video if there is no session, and nothing if there is no time', () => {
    expect(toCite(asked, { ...at, sessionId: null }).url).toBe('https://firm.example/videos/v1?t=61.235')
    expect(toCite(asked, { ...at, seconds: null, line: null })).toEqual({ label: '', url: null, pageLine: '12' })
    expect(toCite(asked, { ...at, page: null }).pageLine).toBeNull()
  })

  test('opens the film if it shows the moment', () => {
    const clips = [{ videoId: 'v1', startMs: 60_000, endMs: 70_000, firstFrameMs: 60_000, atMs: 3000 }]
    const film = { address: 'https://firm.example/s/secret', clips } as unknown as FilmLink
    expect(toCite({ ...asked, film }, at).url).toBe('https://firm.example/s/secret?t=4.235')
    expect(toCite({ ...asked, film }, { ...at, seconds: 80 }).url).toContain('/sessions/s1/review')
  })
})

test('a juror is the same however the number is typed', () => {
  expect([sameNumber('012', '12'), sameNumber('12b', '12 B'), sameNumber('12', '13'), sameNumber(null, '12')]).toEqual([
    ...[true, true, false, false],
  ])
  expect([isAmong('12', []), isAmong('12', ['012']), isAmong(null, []), isAmong(null, ['12'])]).toEqual([
    ...[true, true, true, false],
  ])
})

test('times, codes, and dates read as a court writes them', () => {
  expect([timecode(0), timecode(3_661_999), timecode(36_000_000), timecode(null)]).toEqual([
    ...['0:00:00', '1:01:01', '10:00:00', ''],
  ])
  expect([toDay('2026-03-02'), toLocalTime(null, 'UTC')]).toEqual(['March 2, 2026', ''])
  expect(toLocalTime('2026-07-01T21:05:00Z', 'America/Chicago')).toBe('Jul 1, 2026, 4:05 PM CDT')
  expect([toWords('bias_indicator'), oneLine(' a\r\n\tb ')]).toEqual(['Bias indicator', 'a b'])
})
