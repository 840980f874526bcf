import { expect, test } from 'vitest'
import { importTranscript } from './import.ts'

const read = (text: string) =>
  importTranscript(Buffer.from(text), 'dictated.txt').turns.map(({ speaker, startMs, endMs, text: said }) => [
    speaker,
    startMs,
    endMs,
    said,
  ])

test('a name and time on their own line label the speech below', () => {
  const text = `Speaker 1  0:03
Good morning. Please be seated.

Juror 12  0:09
I was here on Monday.
My shift begins at 9:30

Speaker 1  1:02:15
Thank you.`
  expect(read(text)).toEqual([
    ['Speaker 1', 3000, 9000, 'Good morning. Please be seated.'],
    ['Juror 12', 9000, 3_735_000, 'I was here on Monday. My shift begins at 9:30'],
    ['Speaker 1', 3_735_000, 3_735_700, 'Thank you.'],
  ])
})

test('the time may come first', () => {
  const text = `00:00:05 Speaker 1
Do you know anybody here?
[00:00:08] Dana Okafor
No.
00:00:09 Speaker 1
Very well.`
  expect(read(text).map(([speaker, start]) => [speaker, start])).toEqual([
    ['Speaker 1', 5000],
    ['Dana Okafor', 8000],
    ['Speaker 1', 9000],
  ])
})

test("a colon in speech, a note, or a line before the first speaker doesn't change the speaker", () => {
  const text = `Panel of Monday
Ana de la Cruz  0:03
Answer: no, never.
(Laughter)
I mean it.
O'Brien, Jr.  0:20
Very well.
Ana de la Cruz  0:25
Thank you.`
  expect(read(text).map(([speaker, , , said]) => [speaker, said])).toEqual([
    [null, 'Panel of Monday'],
    ['Ana de la Cruz', 'Answer: no, never.'],
    [null, '(Laughter)'],
    ['Ana de la Cruz', 'I mean it.'],
    ["O'Brien, Jr.", 'Very well.'],
    ['Ana de la Cruz', 'Thank you.'],
  ])
})

test.each([
  ['no name comes again', 'Lunch 12:00\nWe met.\nRecess 2:15\nWe talked.\nCourt 4:30\nWe left.'],
  ['the times run backwards', 'Court 9:00\nWe met.\nCourt 1:15\nWe talked.\nCourt 4:30\nWe left.'],
  ['there are two', 'Court 9:00\nWe met.\nCourt 10:15\nWe talked.'],
  ['nothing stands below one', 'Court 9:00\nCourt 9:30\nWe met.\nCourt 10:00\nWe left.'],
  ['they are days', 'Monday 9:00\nWe met.\nMonday 9:30\nWe talked.\nTuesday 10:00\nWe left.'],
])('keeps lines that end with a time of day as speech: %s', (_case, text) => {
  const turns = read(text)
  expect(turns.every(([speaker, startMs]) => speaker === null && startMs === null)).toBe(true)
  expect(turns.map(([, , , said]) => said).join(' ')).toBe(text.replaceAll('\n', ' '))
})

test("times of day in a labeled transcript aren't labels", () => {
  const text = `THE COURT: We begin.
1:30 P.M.
JUROR 4: I work nights
2:45 P.M.
and I could not sit for four weeks.
THE COURT: Thank you.
3:15 P.M.
JUROR 4: I do.`
  expect(read(text).map(([speaker]) => speaker)).toEqual(['THE COURT', 'JUROR 4', 'THE COURT', 'JUROR 4'])
})
