import { expect, test } from 'vitest'
import { readHeading } from './examination.ts'
import { isKnownLabel, readAppearances, readRole } from './labels.ts'

const none = new Map<string, never>()

test.each([
  ['THE COURT', 'judge', null],
  ['Judge Torres', 'judge', null],
  ['THE LAW CLERK', 'clerk', null],
  ['THE COURTROOM DEPUTY', 'clerk', null],
  ['THE COURT REPORTER', 'reporter', null],
  ['THE SPANISH INTERPRETER', 'interpreter', null],
  ['THE WITNESS', 'witness', null],
  ['THE BAILIFF', 'other', null],
  ['ALL COUNSEL', 'other', null],
  ['DEFENSE COUNSEL', 'defense_attorney', null],
  ['THE PROSECUTOR', 'prosecutor', null],
  ["PLAINTIFF'S COUNSEL", 'plaintiff_attorney', null],
  ['MS. SMITH', 'attorney', null],
  ['MR. MCDONALD', 'attorney', null],
  ['JUROR', 'juror', null],
  ['THE JURORS', 'juror', null],
  ['PROSPECTIVE JUROR NO. 12', 'juror', '12'],
  ['JUROR NUMBER TWENTY-ONE', 'juror', '21'],
  ['Juror #26A', 'juror', '26A'],
  ['PROSPECTIVE JUROR SEAT 4', 'juror', '4'],
  ['PROSPECTIVE JUROR 0213', 'juror', '0213'],
  ['PROSPECTIVE JUROR JONES', 'juror', null],
  ['VENIREPERSON 8', 'juror', '8'],
  ['JUROR NO. B-12', 'juror', 'B-12'],
  ['PROSPECTIVE JUROR A12', 'juror', 'A12'],
  ['JUROR 12-A', 'juror', '12-A'],
  ['JUROR NO. 3\u2011114', 'juror', '3-114'],
  ['JUROR NO. 004512378', 'juror', '004512378'],
  ['JUROR NO12', 'juror', '12'],
  ['JUROR 12 - SEAT 4', 'juror', '12'],
  ['JUROR NUMBER ONE HUNDRED AND TWO', 'juror', '102'],
  ['JUROR NO. 1234567890123', 'juror', null],
  ['SPEAKER_00', 'unknown', null],
])('reads %s as %s', (label, role, jurorNumber) => {
  expect(readRole(label, none)).toEqual({ role, jurorNumber })
})

test.each(['12', 'B-12', '12-A', '3-114'])('a heading announces juror %s in full', (number) => {
  for (const heading of [`JUROR NO. ${number}`, `EXAMINATION OF JUROR NO. ${number}`])
    expect(readHeading([heading], true, true)).toMatchObject({ lines: 1, answerer: { jurorNumber: number } })
})

test.each([
  'I have one rule',
  'The jury instruction you will hear',
  'Mr. Guo said this',
  'The court finds the following',
  'Dear Mr',
])('reads “%s” before a colon as speech', (text) => {
  expect(isKnownLabel(text)).toBe(false)
})

test('reads appearances above and below their description, and lists after BY', () => {
  const sides = readAppearances([
    'UNITED STATES OF AMERICA,',
    'v. 23 Cr. 118',
    'APPEARANCES',
    'ADA BLUE',
    'United States Attorney for the',
    'Southern District of New York BY: CARA D. GREEN',
    'EVE GRAY',
    'Assistant United States Attorneys',
    'FAY P. HILL',
    'Attorney for Defendant',
    'STONE & RIVER LLP',
    'Attorneys for Defendant',
    'BY: GUS IRON',
    'HAL JADE',
    'ALSO PRESENT:',
    'Ivy Kite, Paralegal',
  ])
  expect(Object.fromEntries(sides)).toEqual({
    BLUE: 'prosecutor',
    GREEN: 'prosecutor',
    GRAY: 'prosecutor',
    HILL: 'defense_attorney',
    IRON: 'defense_attorney',
    JADE: 'defense_attorney',
  })
  expect(readRole('MS. HILL', sides).role).toBe('defense_attorney')
})

test('reads appearances under headings in a civil case and omits names on both sides', () => {
  const sides = readAppearances([
    'APPEARANCES:',
    'FOR THE PLAINTIFF:',
    'ANN LAKE, ESQ.',
    'BOB MOSS, ESQ.',
    '12 Main Street',
    'FOR THE DEFENDANT: CAL NORTH',
    'DEE MOSS',
  ])
  expect(Object.fromEntries(sides)).toEqual({ LAKE: 'plaintiff_attorney', NORTH: 'defense_attorney' })
})

test('matches a lawyer to the appearance page despite apostrophes and accents', () => {
  const sides = readAppearances([
    'APPEARANCES',
    'FOR THE STATE:',
    "JOHN O'NEIL, ESQ.",
    'FOR THE DEFENDANT:',
    'JOSÉ ÁLVAREZ',
  ])
  for (const label of ["MR. O'NEIL", 'MR. O’NEIL']) expect(readRole(label, sides).role).toBe('prosecutor')
  for (const label of ['MR. ÁLVAREZ', 'MR. ALVAREZ']) expect(readRole(label, sides).role).toBe('defense_attorney')
})
