import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { importTranscript } from './import.ts'
import { readPlainText } from './plain.ts'

const brief = (turns: readonly Turn[]): unknown[] =>
  turns.map((turn) => [turn.page, turn.line, turn.speaker, turn.role, turn.text])

const spoken = [
  [
    'MS. LAKE: Good morning.',
    'I have a few questions',
    'for all of you.',
    '(No response.)',
    'PROSPECTIVE JUROR NO. 4: I do.',
  ],
  ['Sorry.', '', 'VOIR DIRE EXAMINATION', 'BY MR. MOSS:', 'Q.   Can you be fair?', 'A.   I would'],
  [
    'try.',
    'THE COURT: Yes or no?',
    'A   Yes.',
    'Q.   Thank you.',
    '(Whereupon, a recess was taken',
    'from 10:05 to 10:15 a.m.)',
  ],
]
const expected = [
  [41, 1, 'MS. LAKE', 'attorney', 'Good morning. I have a few questions for all of you.'],
  [41, 4, null, 'note', '(No response.)'],
  [41, 5, 'PROSPECTIVE JUROR NO. 4', 'juror', 'I do. Sorry.'],
  [42, 5, 'MR. MOSS', 'attorney', 'Can you be fair?'],
  [42, 6, 'PROSPECTIVE JUROR NO. 4', 'juror', 'I would try.'],
  [43, 2, 'THE COURT', 'judge', 'Yes or no?'],
  [43, 3, 'PROSPECTIVE JUROR NO. 4', 'juror', 'Yes.'],
  [43, 4, 'MR. MOSS', 'attorney', 'Thank you.'],
  [43, 5, null, 'note', '(Whereupon, a recess was taken from 10:05 to 10:15 a.m.)'],
]
const pad = (value: number, width: number): string => String(value).padStart(width)
const body = (page: string[], format = (line: number, text: string) => `${pad(line, 4)}     ${text}`): string =>
  page.map((text, at) => format(at + 1, text).trimEnd()).join('\n')

test.each([
  [
    'a form feed and the page number at the right',
    spoken.map((page, at) => `${pad(41 + at, 60)}\n\n${body(page)}\n`).join('\f'),
  ],
  [
    'running heads and feet, no form feed',
    spoken
      .map((page, at) => `LBG8ABCD1        ${41 + at}\n${body(page)}\nSMITH REPORTERS, P.C.\n(212) 555-0100\n`)
      .join('\n'),
  ],
  [
    'the page number at the foot',
    spoken.map((page, at) => `${body(page)}\n                 - ${41 + at} -\n`).join('\f'),
  ],
  [
    'Amicus and Summation: page numbers left, zero-padded',
    spoken
      .map((page, at) => `00${41 + at}\n${body(page, (line, text) => ` ${String(line).padStart(2, '0')}   ${text}`)}\n`)
      .join(''),
  ],
  [
    'page and line before every line',
    spoken
      .map((page, at) => body(page, (line, text) => `00${41 + at}:${String(line).padStart(2, '0')}  ${text}`))
      .join('\n'),
  ],
  [
    'the time of day beside the lines',
    spoken
      .map(
        (page, at) =>
          `Page ${41 + at}\n${body(page, (line, text) => `10:0${at}:${10 + line} ${pad(line, 3)}   ${text}`)}\n`,
      )
      .join('\n'),
  ],
  [
    'the time of day behind the numbers',
    spoken
      .map(
        (page, at) =>
          `Page ${41 + at}\n${body(page, (line, text) => `${pad(line, 3)}  10:0${at}:${10 + line}  ${text}`)}\n`,
      )
      .join('\n'),
  ],
  [
    'a page number that looks like an empty line',
    spoken
      .map((page, at) => `${41 + at}\n${body(page)}`)
      .join('\n')
      .replaceAll(/^41$/gm, '41'),
  ],
])('%s: every turn has page and line', (_layout, text) => {
  const transcript = importTranscript(new TextEncoder().encode(text), 'day.txt')
  expect(transcript.format).toBe('reporter_ascii')
  expect(brief(transcript.turns)).toEqual(expected)
})

test("a turn across two pages has each word's page and line, and no times", () => {
  const text = spoken.map((page, at) => `Page ${41 + at}\n${body(page)}\n`).join('\f')
  const turn = importTranscript(new TextEncoder().encode(text), 'day.txt').turns[2]
  expect(turn).toMatchObject({ words: [], startMs: null, endMs: null })
  expect(turn?.lines).toEqual([
    { word: 0, page: 41, line: 5 },
    { word: 2, page: 42, line: 1 },
  ])
})

test('reads a page run together on one line and numbered footers, as in PDFs', () => {
  const feet = ['SMITH REPORTERS, P.C.', '(212) 555-0100']
  const pages = [...spoken, ...spoken].map((page, at) => {
    const long = [...page, ...Array.from({ length: 14 }, () => 'and 2 or 3 more words follow in this line of it.')]
    const head = `LBG8ABCD1 ${41 + at}`
    if (at === 1) return [head, ...long.map((text, line) => `${line + 1} ${text}`), ...feet].join(' ')
    if (at === 3) return [head, ...[...long, ...feet].map((text, line) => `${line + 1} ${text}`)].join('\n')
    return [head, ...long.map((text, line) => `${line + 1} ${text}`), ...feet].join('\n')
  })
  const { turns, warnings } = importTranscript(new TextEncoder().encode(pages.join('\n')), 'day.txt')
  const at = (page: number, line: number) => turns.find((turn) => turn.page === page && turn.line === line)?.text
  expect(at(42, 5)).toBe('Can you be fair?')
  expect(at(42, 6)).toMatch(/^I would and 2 or 3 more words .* of it\. try\.$/)
  expect(turns.some((turn) => turn.text.includes('REPORTERS'))).toBe(false)
  expect(warnings.filter((warning) => warning.includes('unnumbered'))).toEqual([])
})

test('counts pages without numbers and reports omitted unnumbered text', () => {
  const pages = spoken.map((page) => body(page))
  const { turns, warnings } = importTranscript(
    new TextEncoder().encode(`${pages[0]}\nSomebody wrote this\n${pages[1]}\n${pages[2]}`),
    'day.txt',
  )
  expect(turns[0]?.page).toBe(1)
  expect(warnings).toEqual([
    'The pages have no page numbers, so they were counted from 1.',
    '1 unnumbered line was left out: “Somebody wrote this.”',
    'Headings were left out: “VOIR DIRE EXAMINATION.”',
  ])
})

test("plain text: cover, appearances, headings, and certificate aren't speech", () => {
  const { turns, warnings, cuts } = readPlainText(
    'SUPERIOR COURT OF X\nPEOPLE OF THE STATE OF X\nAPPEARANCES:\nFOR THE PEOPLE: ANN LAKE\nFOR THE DEFENDANT: BOB MOSS\n\nPROCEEDINGS\n\n(Venire present)\nTHE COURT: Good morning. There is one thing: listen.\n\nMS. LAKE: Yes.\nMR. MOSS: No.\n\nA F T E R N O O N  S E S S I O N\n\n2:15 P.M.\nThe Clerk: All rise.\n\nCERTIFICATE\nI certify this.\n',
  )
  expect(turns.map((turn) => [turn.speaker, turn.role, turn.text])).toEqual([
    [null, 'note', '(Venire present)'],
    ['THE COURT', 'judge', 'Good morning. There is one thing: listen.'],
    ['MS. LAKE', 'prosecutor', 'Yes.'],
    ['MR. MOSS', 'defense_attorney', 'No.'],
    ['The Clerk', 'clerk', 'All rise.'],
  ])
  expect(warnings).toHaveLength(1)
  expect(cuts?.map(({ kind, lines }) => [kind, lines])).toEqual([
    ['cover', 6],
    ['certificate', 2],
  ])
})

test('an examination heading or a sworn juror names who answers', () => {
  const { turns } = readPlainText(
    'THE COURT: Go on.\nPROSPECTIVE JUROR NO. 9,\nhaving been duly sworn, was examined as follows:\nEXAMINATION\nBY THE COURT:\nQ. Ready?\nA. Yes.\nMS. LAKE: May I?\nBY MS. LAKE: Q. Your job?\nA. Nurse.',
  )
  expect(turns.map((turn) => [turn.speaker, turn.role, turn.jurorNumber, turn.text])).toEqual([
    ['THE COURT', 'judge', null, 'Go on.'],
    ['THE COURT', 'judge', null, 'Ready?'],
    ['PROSPECTIVE JUROR NO. 9', 'juror', '9', 'Yes.'],
    ['MS. LAKE', 'attorney', null, 'May I?'],
    ['MS. LAKE', 'attorney', null, 'Your job?'],
    ['PROSPECTIVE JUROR NO. 9', 'juror', '9', 'Nurse.'],
  ])
})

test('plain text with times next to labels has times', () => {
  const { turns } = readPlainText('[00:00:05] THE COURT: Good morning to you.\nJuror 3 (00:09): Hello.\nHow are you?\n')
  expect(turns.map((turn) => [turn.speaker, turn.startMs, turn.endMs])).toEqual([
    ['THE COURT', 5000, 9000],
    ['Juror 3', 9000, 10_400],
  ])
})

test('text without speakers has one turn per paragraph and keeps a leading clock time', () => {
  const { turns } = readPlainText('First words\ngo on.\n\n9:30 on Monday.\n')
  expect(turns.map((turn) => [turn.speaker, turn.text, turn.startMs])).toEqual([
    [null, 'First words go on.', null],
    [null, '9:30 on Monday.', null],
  ])
})
