import { expect, test } from 'vitest'
import { buildRedactor } from './redact.ts'
import { toClock } from './clean.ts'

const juror = { jurorNumber: '12', displayName: 'Delphine Marchetti', employer: '' }

test('redacts a double-barreled name with any hyphen', () => {
  const anna = { jurorNumber: '7', displayName: 'Anna-Marie Lund-Castellanos', employer: 'Smith-Kline (US) + Sons' }
  const redactor = buildRedactor([anna], { names: true, employers: true })
  expect(redactor.text('Anna-Marie Lund-Castellanos, anna marie lund castellanos.')).toBe('[Juror 7], [Juror 7].')
  expect(redactor.text('MS. LUND-CASTELLANOS of smith kline (US) + Sons')).toBe('MS. [Juror 7] of [employer]')
  const unknown = buildRedactor([{ ...anna, displayName: '--- Zo-', employer: '---' }], {
    names: true,
    employers: true,
  })
  expect(unknown.text('Zo- and --- stay; Zo is said.')).toBe('[Juror 7]- and --- stay; [Juror 7] is said.')
})

test("redacts the full name first so the first name doesn't remain", () => {
  const redactor = buildRedactor([juror], { names: true, employers: false })
  expect(redactor.text('Thank you, Delphine Marchetti. MS. MARCHETTI?')).toBe('Thank you, [Juror 12]. MS. [Juror 12]?')
  expect(redactor.text('The marchetti of a recipe stays.')).toBe('The marchetti of a recipe stays.')
})

const taken = (displayName: string, said: string) =>
  buildRedactor([{ ...juror, displayName }], { names: true, employers: false }).text(said)

test('redacts a last name before or after the first name, ignoring suffixes', () => {
  expect(taken('Marchetti, Delphine', 'Ms. Marchetti; Delphine Marchetti; MARCHETTI, DELPHINE.')).toBe(
    'Ms. [Juror 12]; [Juror 12]; [Juror 12].',
  )
  expect(taken('Aldo Marchetti, Jr.', 'Mr. Marchetti, and Aldo Marchetti, Jr., and Aldo Marchetti')).toBe(
    'Mr. [Juror 12], and [Juror 12], and [Juror 12]',
  )
  expect(taken('Marchetti III, Aldo', 'Marchetti sat down.')).toBe('[Juror 12] sat down.')
})

test('redacts a multi-word last name, alone and after a title', () => {
  for (const listed of ['Ana de la Cruz', 'de la Cruz, Ana'])
    expect(taken(listed, 'Ms. de la Cruz; Ana de la Cruz; CRUZ; the vera cruz road')).toBe(
      'Ms. [Juror 12]; [Juror 12]; [Juror 12]; the vera cruz road',
    )
  expect(taken('Ana Hernández Cruz', 'Ms. Hernandez and Juror Ana. Ana and Hernandez are others.')).toBe(
    'Ms. [Juror 12] and Juror [Juror 12]. Ana and Hernandez are others.',
  )
})

test('redacts a name with or without accents and with either apostrophe', () => {
  const combining = 'José Muñoz'.normalize('NFD')
  expect(taken('Jose Munoz', `José Muñoz, ${combining}, MUÑOZ. Año.`)).toBe('[Juror 12], [Juror 12], [Juror 12]. Año.')
  expect(taken('José Muñoz', 'Jose Munoz; Mr. Munoz')).toBe('[Juror 12]; Mr. [Juror 12]')
  expect(taken("Aoife O'Brien", "Ms. O’Brien’s dog 🐕 and O'Brien")).toBe('Ms. [Juror 12]’s dog 🐕 and [Juror 12]')
})

test("doesn't redact its own replacements", () => {
  const people = [juror, { ...juror, jurorNumber: '9', displayName: 'Juror Juror' }]
  const redactor = buildRedactor(people, { names: true, employers: false })
  expect(redactor.text('Ms. Marchetti spoke.')).toBe('Ms. [Juror 12] spoke.')
})

test('redacts names from an all-caps list', () => {
  expect(taken('MARCHETTI, DELPHINE', 'Marchetti sat down, and Delphine Marchetti, and McMarchetti.')).toBe(
    '[Juror 12] sat down, and [Juror 12], and McMarchetti.',
  )
})

test("redacts first and last name even if the listed middle names aren't spoken", () => {
  for (const listed of ['Marchetti, Delphine Ann', 'Delphine Ann Marchetti', 'Delphine A. Marchetti'])
    expect(taken(listed, 'Delphine Marchetti; delphine marchetti; Delphine B. Marchetti; Marchetti, Delphine.')).toBe(
      '[Juror 12]; [Juror 12]; [Juror 12]; [Juror 12].',
    )
  const two = [
    { ...juror, jurorNumber: '1', displayName: 'Maria Elena Garcia Lopez' },
    { ...juror, jurorNumber: '2', displayName: 'Maria Garcia' },
  ]
  const redactor = buildRedactor(two, { names: true, employers: false })
  expect(redactor.text('Maria Garcia, and Maria Elena Garcia Lopez, and Maria Lopez.')).toBe(
    '[Juror 2], and [Juror 1], and [Juror 1].',
  )
})

test('redacts a two-letter name only after a title', () => {
  expect(taken('Li, Mei-Hua', 'Ms. Li and Mister Li are here; juror li; Li; Mei Hua Li')).toBe(
    'Ms. [Juror 12] and Mister [Juror 12] are here; juror li; Li; [Juror 12]',
  )
})

test("doesn't treat a number, title, or placeholder as a name", () => {
  for (const listed of [
    'Juror 12',
    'Juror No. 112',
    'Prospective Juror',
    'Unknown',
    '[REDACTED]',
    'N/A',
    'Name withheld',
  ])
    expect(taken(listed, 'UNKNOWN: No. Juror 7 said 112. The name withheld is not redacted.')).toBe(
      'UNKNOWN: No. Juror 7 said 112. The name withheld is not redacted.',
    )
  expect(taken('Dr. Delphine Marchetti', 'Dr. Who and Dr. Marchetti')).toBe('Dr. Who and Dr. [Juror 12]')
})

test('leaves text unchanged if there is no employer', () => {
  for (const employer of ['None', 'Retired', 'self-employed', 'N/A', 'Homemaker', 'Unemployed']) {
    const redactor = buildRedactor([{ ...juror, employer }], { names: true, employers: true })
    const said = 'I have none. I am retired, a homemaker, self-employed, unemployed, n/a.'
    expect(redactor.text(said)).toBe(said)
  }
})

test('redacts an employer that starts with a symbol, and one name after another', () => {
  const redactor = buildRedactor([{ ...juror, employer: '(US) Harbour' }], { names: true, employers: true })
  expect(redactor.text('at (us) harbour, Marchetti Marchetti; (Marchetti)')).toBe(
    'at [employer], [Juror 12]; ([Juror 12])',
  )
})

test('redacts half of a double name, a nickname, or a former name after a title or with another part', () => {
  expect(taken('Smith-Jones, Anna', 'Ms. Smith; Ms. Jones; Anna Smith; Anna Jones. Smith is another.')).toBe(
    'Ms. [Juror 12]; Ms. [Juror 12]; [Juror 12]; [Juror 12]. Smith is another.',
  )
  for (const listed of ['Robert "Bob" Roe', 'Roe, Robert (Bob)'])
    expect(taken(listed, 'Robert Roe; Bob Roe; Mr. Bob; Bob is another.')).toBe(
      '[Juror 12]; [Juror 12]; Mr. [Juror 12]; Bob is another.',
    )
  expect(taken('Roe (Doe), Ana (seat 4)', 'Ana Roe; Ana Doe; Ms. Doe; juror seat 4')).toBe(
    '[Juror 12]; [Juror 12]; Ms. [Juror 12]; juror seat 4',
  )
})

test('redacts an employer without its "Inc."', () => {
  const said = (employer: string, text: string) =>
    buildRedactor([{ ...juror, employer }], { names: true, employers: true }).text(text)
  expect(said('Quill Harbour Logistics, LLC', 'At quill harbour logistics, the Quill Harbour Logistics LLC.')).toBe(
    'At [employer], the [employer] LLC.',
  )
  expect(said('The Target Corp.', 'Target hired me; he was the target; the Target Corp. pays.')).toBe(
    '[employer] hired me; he was the target; [employer] pays.',
  )
})

test('leaves "a juror will" alone if someone is named Will', () => {
  expect(taken('May, Will', 'Each juror will, no juror may; Juror Will; mr. will; Ms. May.')).toBe(
    'Each juror will, no juror may; Juror [Juror 12]; mr. [Juror 12]; Ms. [Juror 12].',
  )
})

test("shows the court's time of day, not the next day in UTC", () => {
  const evening = '2026-03-03T00:30:00.000Z'
  expect(toClock(evening, 'America/Los_Angeles')).toBe('2026-03-02 16:30 PST')
  expect(toClock('2026-07-01T21:05:00.000Z', 'America/Chicago')).toBe('2026-07-01 16:05 CDT')
  expect(toClock(evening, 'UTC')).toBe('2026-03-03 00:30 UTC')
  expect(toClock(null, 'UTC')).toBe('')
})

test('redacts a name spelled for the record', () => {
  for (const spelling of [
    'M-A-R-C-H-E-T-T-I',
    'M-a-r-c-h-e-t-t-i',
    'M A R C H E T T I',
    'm, a, r, c, h, e, t, t, i',
    'M.A.R.C.H.E.T.T.I',
    'M as in Mary, A, R, C, H, E, double T, I',
    'M-a-r-c-h-e-double t-i',
    'M as in "Mary", A, R, C, H, E, T as in "Tom," T, I',
    'M as in ‘Mary,’ A, R, C, H, E, T for “Tom”, T, I',
    'M, A, R, uh, C, H, um... E, T, T, I',
    'M, A, R, C, H, E, two Ts, I',
    'M-A-R-C-H-E, uh, two T’s, I',
  ])
    expect(taken('Delphine Marchetti', `Ms. Marchetti, ${spelling}.`)).toBe('Ms. [Juror 12], [Juror 12].')
  expect(taken("Aoife O'Brien", 'O-apostrophe-B-r-i-e-n, A-o-i-f-e')).toBe('[Juror 12], [Juror 12]')
  expect(taken('Ann Lloyd', 'Two Ls, O, Y, D; double L, O, Y, D; two Ls')).toBe('[Juror 12]; [Juror 12]; two Ls')
  expect(taken('Mei Li', 'Li, L-I. I l-i-e to no one.')).toBe('Li, [Juror 12]. I l-i-e to no one.')
  expect(taken('Ada Lee', 'Leave the M-A-R-C file.')).toBe('Leave the M-A-R-C file.')
})

test('redacts a name with invisible characters in it', () => {
  for (const sign of ['\u00AD', '\u200B', '\u2060', '\uFEFF'])
    expect(taken('Delphine Marchetti', `Ms. ${'Marchetti'.replace('c', `${sign}c`)} spoke.`)).toBe(
      'Ms. [Juror 12] spoke.',
    )
})

test('redacts values in JSON, and file names as file names', () => {
  const redactor = buildRedactor(
    [
      { ...juror, displayName: 'Pat Fields' },
      { ...juror, jurorNumber: '7', displayName: 'Ana Day' },
    ],
    { names: true, employers: false },
  )
  for (const [given, shown] of [
    ['{"fields":["name"],"Day":2}', '{"fields":["name"],"Day":2}'],
    ['{"note":"Ms. Fields\\r\\nleft","to":null}', '{"note":"Ms. [Juror 12]\\nleft","to":null}'],
    ['{"files":[{"filename":"day_fields"}]}', '{"files":[{"filename":"[Juror 7]_[Juror 12]"}]}'],
    ['{"name":"Voir dire day 2"}', '{"name":"Voir dire day 2"}'],
    ['{"name":"pat_fields.docx"}', '{"name":"[Juror 12].docx"}'],
    ['not JSON by Pat Fields', 'not JSON by [Juror 12]'],
  ])
    expect(redactor.details(given!)).toBe(shown)
})

test('redacts a name in a file name, however it is joined or written', () => {
  const people = [
    juror,
    { jurorNumber: '7', displayName: 'Ana de la Cruz', employer: '' },
    { jurorNumber: '9', displayName: 'Ada Roe', employer: '' },
    { jurorNumber: '3', displayName: "Aoife O'Brien", employer: '' },
  ]
  const files = buildRedactor(people, { names: true, employers: false })
  for (const [given, shown] of [
    ['marchetti_delphine.mp4', '[Juror 12].mp4'],
    ['DelphineMarchetti.mp4', '[Juror 12].mp4'],
    ['day1-MARCHETTI2.mov', 'day1-[Juror 12]2.mov'],
    ['MsMarchetti Ms. Marchetti.mp4', 'Ms[Juror 12] Ms. [Juror 12].mp4'],
    ['2026-11-03_delacruz_ana.mp4', '2026-11-03_[Juror 7].mp4'],
    ['heroes.mp4', 'heroes.mp4'],
    ['MARCHETTIinterview.mp4', '[Juror 12]interview.mp4'],
    ['jurorO’BrienDay1.mp4', 'juror[Juror 3]Day1.mp4'],
    ['delphinium.mp4', 'delphinium.mp4'],
  ])
    expect(files.file(given!)).toBe(shown)
  for (const [before, name, after, number] of [
    ['juror', 'marchetti', '', 12],
    ['', 'marchetti', 'voirdire', 12],
    ['', 'marchetti', 's', 12],
    ['juror', 'delphine_marchetti', 'day1', 12],
    ['juror', 'delacruz', '', 7],
  ] as const)
    expect(files.file(`${before}${name}${after}.mp4`)).toBe(`${before}[Juror ${number}]${after}.mp4`)
  const similar = [1, 2, 3].map((count) => `A${'na'.repeat(count)}`)
  for (const displayName of ['An Ana', `${similar.join(' ')}b`]) {
    const twins = buildRedactor([{ ...juror, displayName }], { names: true, employers: false })
    const begun = performance.now()
    twins.file(`${'an'.repeat(120)}x.mp4`)
    expect(performance.now() - begun).toBeLessThan(1000)
  }
  const open = buildRedactor(people, { names: false, employers: false })
  expect(open.file('marchetti_delphine.mp4')).toBe('marchetti_delphine.mp4')
})
