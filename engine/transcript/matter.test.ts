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
  expect(warnings.at(-1)).toMatch(new RegExp(`left out: ${lines} lines, beginning “`))
})

test("speech continues after the first volume's certificate", () => {
  const text = `${speech}CERTIFICATE\nI certify that the foregoing is correct.\nSUPERIOR COURT OF LANE COUNTY\nVOLUME 2\nPROCEEDINGS\n${speech}`
  expect(read(text).turns).toHaveLength(8)
})
