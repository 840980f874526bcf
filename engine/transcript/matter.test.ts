import { expect, test } from 'vitest'
import { importTranscript } from './import.ts'

const read = (text: string) => importTranscript(new TextEncoder().encode(text), 'day.txt')
const speech =
  'THE COURT: Good morning.\nJUROR NO. 3: Good morning, Judge.\nTHE COURT: Any trouble?\nJUROR NO. 3: No.\n'
const shorten = (text: string) => read(text).cuts?.map(({ kind, lines }) => [kind, lines])

test.each([
  [
    'I, Ida Quill, a certified shorthand reporter, do hereby certify\nthat the foregoing is a true record of the proceedings.\n/s/ Ida Quill\n',
    3,
  ],
  ['STATE OF OREGON )\nCOUNTY OF LANE )\nI hereby certify that the foregoing transcript is correct.\n', 3],
  [
    'I certify that the foregoing is a correct transcript from\nthe record of proceedings in the above-entitled matter.\n',
    2,
  ],
  ['This is to certify that these proceedings were transcribed by me.\n', 1],
  ["REPORTER'S CERTIFICATE\nAll true.\n", 2],
])('cuts a certificate by its wording: %s', (certificate, lines) => {
  const { turns } = read(speech + certificate)
  expect(turns.map(({ text }) => text)).toEqual(['Good morning.', 'Good morning, Judge.', 'Any trouble?', 'No.'])
  expect(shorten(speech + certificate)).toEqual([['certificate', lines]])
})

test.each([
  ['I, too, can certify that I read it.', 'JUROR NO. 3: Sure.\n'],
  ['I certify cattle for a living.', ''],
])("keeps a juror's words with “certify”: %s", (words, before) => {
  expect(read(`${speech}${before}${words}\n`).turns.at(-1)?.text).toContain(words)
})

test.each([
  [
    'index',
    'I N D E X\nEXAMINATION                PAGE\nJUROR NO. 3 ............... 12\nJUROR NO. 5 ............... 19\n',
    4,
  ],
  [
    'index',
    'JUROR NO. 3 ............... 12\nJUROR NO. 5 ............... 19\nJUROR NO. 8 ............... 23\nJUROR NO. 9 ............... 31\n',
    4,
  ],
  ['index', 'WORD INDEX\nabide [2] 12:5 13:7\nable 4:2 9:11,14\nabout 3:3\n', 4],
  ['index', 'abide [2] 12:5 13:7\nable 4:2 9:11,14\nabout 3:3\nabove 7:21 9:2\n', 4],
  [
    'exhibits',
    'E X H I B I T S\nNO.   DESCRIPTION   MARKED   RECEIVED\n1     Questionnaire     4     9\n2     Photograph     5     9\n',
    4,
  ],
  ['exhibits', "GOVERNMENT'S EXHIBITS\nExhibit 1 ........ 12\nExhibit 2 ........ 14\n", 3],
])('cuts and shows an %s', (kind, list, lines) => {
  const { turns, warnings, cuts } = read(speech + list)
  expect(turns.at(-1)?.text).toBe('No.')
  expect(cuts).toMatchObject([{ kind, lines, text: list.trim().replaceAll(/^\s+|\s+$/gm, '') }])
  expect(warnings).toEqual([])
})

test("speech continues after the first volume's certificate", () => {
  const text = `${speech}CERTIFICATE\nI certify that the foregoing is correct.\nSUPERIOR COURT OF LANE COUNTY\nVOLUME 2\nPROCEEDINGS\n${speech}`
  expect(read(text).turns).toHaveLength(8)
})

const rest = 'Q. And then?\nA. We left.\nQ. When?\nA. At noon.\n'

test.each([
  ['Q. And?\nA. Well,\nI, uh, got certified to run the X-ray\nmachine.\n', 'AFTERNOON SESSION\n'],
  ['Q. And?\nA. Well,\nI, uh, had to certify the transcript of a meeting.\n', ''],
  ['Q. What is on the wall?\nA. It says\nCERTIFICATE OF MERIT\nfrom the county.\n', ''],
  ['Q. What is on the wall?\nA. It says\nCERTIFICATION\n', ''],
])('speech about certificates stays: %s', (words, later) => {
  const { turns, cuts } = read(speech + words + rest + later + speech)
  expect(cuts).toBeUndefined()
  expect(turns).toHaveLength(14)
})

test.each([
  [
    'I, Ann B. Lake, CSR No. 1234, do hereby certify that the\nforegoing proceedings are correct.\n',
    'AFTERNOON SESSION\n',
  ],
  ['CERTIFICATE\nI certify that this is true and correct.\n', ''],
  ['CERTIFICATE OF THE CLERK\nThis copy is true and correct.\n', ''],
])('testimony after a certificate stays: %s', (certificate, later) => {
  const { turns } = read(speech + certificate + rest + later + speech)
  expect(turns).toHaveLength(12)
  expect(shorten(speech + certificate + rest + later + speech)).toEqual([['certificate', 2]])
})

test.each(['BY MR. HALE:\n', 'VOIR DIRE EXAMINATION\n', 'JUROR NO. 5, SWORN\n'])(
  'a list ends where the next examination begins: %s',
  (heading) => {
    const list = 'INDEX\nJUROR NO. 3 ............... 12\nJUROR NO. 5\nExamination by the Court ........ 19\n'
    expect(shorten(`${speech}${list}${heading}and more words\n${rest}`)).toEqual([['index', 4]])
  },
)

test('a question that ends with a page number ends a list', () => {
  const list = 'INDEX\nJUROR NO. 3 ............... 12\nJUROR NO. 5 ............... 19\n'
  const { turns } = read(`${speech}${list}Q. Please turn to the page ........ 12\n${rest}`)
  expect(turns.map(({ text }) => text)).toContain('Please turn to the page ........ 12')
  const words = 'WORD INDEX\nable 4:2 9:11,14\nabout 3:3\nA   12:5\nQ\nquit 5:1\n'
  expect(shorten(speech + words)).toEqual([['index', 4]])
})

test('limits the number and text of cuts, and never splits a character', () => {
  const certificate = `CERTIFICATE\nI certify that the ${'😀'.repeat(2500)}transcript is correct.\n`
  const { cuts, warnings } = read((certificate + speech + rest).repeat(102))
  expect(cuts).toHaveLength(100)
  expect(cuts?.every(({ text }) => text.length <= 4000 && text.isWellFormed())).toBe(true)
  expect(warnings.at(-1)).toBe('2 more parts of the file that aren’t speech were left out.')
})

test('finishes reading a long list of places', () => {
  const { turns } = read(`${speech}${rest}${'1:11'.repeat(30)}x\n${speech}`)
  expect(turns[7]?.text).toMatch(/^At noon\. 1:11.*x$/)
})
