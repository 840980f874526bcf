import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { SpeakersArtifact } from '#contract/videos/analysis.ts'
import { speakerRoles, type Turn } from '#contract/videos/transcript.ts'
import { findMentions } from './mentions.ts'
import { numberPattern, readNumber } from './number.words.ts'
import { proposeJurors } from './propose.ts'

type Line = [speaker: string | null, text: string, startMs?: number]
const roleOf = (speaker: string | null): Turn['role'] =>
  speaker === null ? 'note' : speaker === 'THE COURT' ? 'judge' : speaker.startsWith('voice') ? 'unknown' : 'juror'
const toTurns = (...lines: Line[]): Turn[] =>
  lines.map(([speaker, text, startMs], index) => ({
    index,
    speaker,
    role: roleOf(speaker),
    jurorNumber: null,
    text,
    words: [],
    startMs: startMs ?? null,
    endMs: startMs === undefined ? null : startMs + 1000,
    page: null,
    line: null,
  }))
const none: SpeakersArtifact = { method: 'transcript', speakers: [] }
const propose = (...lines: Line[]) => proposeJurors(toTurns(...lines), none)

test.for([
  ['41', 41],
  ['forty-one', 41],
  ['forty one', 41],
  ['four one', 41],
  ['one oh four', 104],
  ['a hundred and twelve', 112],
  ['two hundred', 200],
  ['nineteen', 19],
  ['0', null],
] as const)('reads %s', ([text, value]) => {
  expect(new RegExp(`^${numberPattern}$`).test(text)).toBe(true)
  expect(readNumber(text)).toBe(value)
})
test.for(['2024', '1,500', '3.14', 'tend', 'foreign'])("doesn't read %s as a juror number", (text) =>
  expect(new RegExp(`^${numberPattern}\\b`).exec(text)?.[0] ?? null).toBeNull(),
)

const juror = 'voice-2'
test.for<[string, string]>([
  ['Who else?', 'Juror 41. My home was burglarized.'],
  ['Go ahead.', "I'm juror number forty-one, your Honor."],
  ['What is your number?', 'Forty-one.'],
  ['What number are you?', 'Oh, 41. Sorry.'],
  ['Your number, please.', 'I am 41.'],
  ['Go ahead.', 'I was here before, No. 41.'],
  ["You're No. 41?", 'Yes, your Honor.'],
  ['Hi. What is your number? 41?', 'Yeah.'],
  ['Juror 41, is there anything that would make it hard?', 'My mother is ill.'],
  ['Would you pass the microphone to juror number 41.', 'I live in Queens.'],
  ['Tell me.', 'My juror number is four one.'],
  ['Go ahead.', 'Yes, I’m juror number 41.'],
  ['What’s your number?', 'It’s forty-one.'],
  ['You’re No. 41?', 'Yes, your Honor.'],
])('%s – %s: proposes juror 41', ([asked, answer]) => {
  const [proposal, ...others] = propose(['THE COURT', asked], ['JUROR', answer])
  expect(proposal).toMatchObject({ speaker: 'JUROR', jurorNumber: '41', seat: null })
  expect(proposal!.confidence).toBeGreaterThan(0.4)
  expect(proposal!.confidence).toBeLessThan(1)
  expect(others).toEqual([])
})

test.for<[string, string]>([
  ['How long?', '41 years.'],
  ['How old are you?', 'I am 41.'],
  ['Did you serve before?', 'Yes. I was juror number 3 in that trial.'],
  ['Tell me.', 'Number one reason is my work.'],
  ['Juror 96 was struck. Anything else?', 'No, your Honor.'],
  ["You're No. 22?", 'No.'],
  ['Jurors 11-20, get ready.', 'Okay.'],
  ['Who said that?', 'The juror in seat 4 said that.'],
])('%s – %s: proposes no one', ([asked, answer]) => {
  expect(propose(['THE COURT', asked], ['JUROR', answer])).toEqual([])
})

test('proposes a seat as a seat', () => {
  expect(propose(['THE COURT', 'Where are you?'], [juror, "I'm in seat nine."])[0]).toMatchObject({
    jurorNumber: null,
    seat: 9,
  })
})

test('quotes three excerpts, clearest first, and gains confidence with each mention', () => {
  const lines: Line[] = [
    ['THE COURT', 'What is your number?', 0],
    [juror, '41.', 2000],
    ['THE COURT', 'And what do you do?', 4000],
    [juror, 'I teach mathematics at a school in the Bronx.', 6000],
    ['THE COURT', 'Thank you. Who else?', 8000],
    [juror, 'Juror 41 again. My sister is a nurse.', 10_000],
  ]
  const [twice] = propose(...lines)
  const [once] = propose(...lines.slice(0, 4))
  expect(twice?.excerpts).toEqual([
    { turn: 1, startMs: 2000, quote: '41.' },
    { turn: 5, startMs: 10_000, quote: 'Juror 41 again. My sister is a nurse.' },
    { turn: 3, startMs: 6000, quote: 'I teach mathematics at a school in the Bronx.' },
  ])
  expect(twice!.confidence).toBeGreaterThan(once!.confidence)
})

const stretches = (...lines: Line[]) =>
  propose(...lines).flatMap(({ jurorNumber, stretches }) =>
    stretches.map(({ fromTurn, toTurn, confidence, said }) => [jurorNumber, fromTurn, toTurn, confidence, said?.quote]),
  )

test('splits a shared label where the next juror steps up, and quotes the words that carry each name', () => {
  expect(
    stretches(
      ['THE COURT', 'What is your number?'],
      ['JUROR', '41.'],
      ['JUROR', 'I know the officer.'],
      [null, '(Next juror present)'],
      ['THE COURT', 'What is your number?'],
      ['JUROR', '12.'],
      ['JUROR', 'I have a trip.'],
    ),
  ).toEqual([
    ['41', 1, 2, 0.85, '41.'],
    ['12', 5, 6, 0.85, '12.'],
  ])
})

test('a shared label is never one juror, even if only one number was said', () => {
  expect(
    stretches(
      ['THE COURT', 'Who knows him?'],
      ['JUROR', 'Juror 41. I do.'],
      ['THE COURT', 'Anyone else?'],
      ['JUROR', 'I do.'],
    ),
  ).toEqual([['41', 1, 1, 0.75, 'Juror 41. I do.']])
})

test('a note or heading with a number carries the next turns of a shared label', () => {
  expect(stretches([null, '(Juror 14 enters.)'], ['THE COURT', 'Go ahead.'], ['JUROR', 'My mother is ill.'])).toEqual([
    ['14', 2, 2, 0.75, '(Juror 14 enters.)'],
  ])
})

test.each<[string, Line[]]>([
  ['a question to everyone', [['THE COURT', 'Does anyone else know him?']]],
  [
    'another number asked for',
    [
      ['THE COURT', 'What is your number, sir?'],
      ['JUROR', 'Sorry?'],
    ],
  ],
  ['a dismissal', [['THE COURT', 'Thank you. You may be seated.']]],
])('a stretch ends at %s', (_what, between) => {
  expect(
    stretches(['THE COURT', 'What is your number?'], ['JUROR', '41.'], ...between, ['JUROR', 'I could not be fair.']),
  ).toEqual([['41', 1, 1, 0.85, '41.']])
})

test.each<[string, Line[]]>([
  ['the court names another juror', [['THE COURT', 'I don’t think Juror No. 2 told me.']]],
  [
    'a juror opens with another number',
    [
      ['THE COURT', 'Thank you.'],
      ['JUROR', '75, your Honor.'],
    ],
  ],
])('after %s, the rest of the stretch is doubtful', (_what, between) => {
  const found = stretches(['THE COURT', 'What is your number?'], ['JUROR', '41.'], ...between, [
    'JUROR',
    'I work there.',
  ])
  expect(found).toEqual([
    ['41', 1, between.length === 1 ? 1 : 2, 0.85, '41.'],
    ['41', between.length === 1 ? 2 : 3, between.length + 2, 0.3, '41.'],
  ])
})

test('finds voices by time and proposes no one while two speak at once', () => {
  const speakers = [
    { label: 'voice-1', spans: [{ startMs: 0, endMs: 2000 }] },
    { label: 'voice-2', spans: [{ startMs: 2000, endMs: 4000 }] },
    { label: 'voice-3', spans: [{ startMs: 6000, endMs: 9000 }] },
    { label: 'voice-4', spans: [{ startMs: 6000, endMs: 9000 }] },
  ].map((each) => ({
    ...each,
    displayName: each.label,
    role: 'unknown' as const,
    jurorNumber: null,
    turns: 1,
    words: 1,
    talkMs: 1,
  }))
  const turns = toTurns(['v', 'Good morning.', 0], ['v', 'I am juror 41.', 2500], ['v', 'I am juror 12.', 7000]).map(
    (turn) => ({ ...turn, speaker: null, role: 'unknown' as const }),
  )
  const proposals = proposeJurors(turns, { method: 'voices', speakers })
  expect(proposals.map(({ speaker, jurorNumber }) => [speaker, jurorNumber])).toEqual([['voice-2', '41']])
})

test("doesn't propose a juror for an already numbered speaker", () => {
  const turns = toTurns(['THE COURT', 'What is your number?'], ['JUROR 12', '12.'])
  turns[1]!.jurorNumber = '12'
  expect(proposeJurors(turns, none)).toEqual([])
})

test('finishes reading hostile text', () => {
  const turns = toTurns(['THE COURT', 'your number '.repeat(5000)], ['JUROR', 'one '.repeat(20_000)])
  expect(findMentions(turns)).toHaveLength(1)
})

test('finishes reading a label that gives thousands of numbers', () => {
  const lines = Array.from({ length: 20_000 }, (_, i): Line => ['voice-1', `I'm juror number ${(i % 2) + 1}.`])
  const found = propose(...lines)
  expect(found.map(({ jurorNumber, stretches }) => [jurorNumber, stretches.length])).toEqual([
    ['1', 10_000],
    ['2', 10_000],
  ])
  const many = Array.from({ length: 20_000 }, (_, i): Line => ['voice-1', `I'm juror number ${(i % 900) + 1}.`])
  expect(propose(...many)).toHaveLength(900)
})

const dayFile = join(process.env['VENIRE_DEV_DATA'] ?? resolve('../shared/data'), 'voirdire/dev_turns.jsonl')
test.skipIf(!existsSync(dayFile))(
  'finds the number in most interviews of a real day (skipped: the transcript is absent)',
  () => {
    const turns = readFileSync(dayFile, 'utf8')
      .trim()
      .split('\n')
      .map((line, index): Turn => {
        const {
          speaker,
          speaker_role: role,
          text,
        } = JSON.parse(line) as Record<'speaker' | 'speaker_role' | 'text', string>
        const known = speakerRoles.find((each) => each === role) ?? 'other'
        return { ...toTurns([speaker, text])[0]!, index, role: known }
      })
    const mentions = findMentions(turns)
    const interviews = turns.flatMap((note, at) => {
      if (note.role !== 'note' || !/juror present|sidebar/i.test(note.text) || /not present/i.test(note.text)) return []
      const end = turns.findIndex((turn, other) => other > at && turn.role === 'note')
      return end - at > 2 && turns.slice(at, end).some(({ role }) => role === 'juror') ? [{ at, end }] : []
    })
    const found = interviews.filter(({ at, end }) => mentions.some(({ turn }) => turn > at && turn < end))
    expect(interviews).toHaveLength(113)
    expect(found.length).toBeGreaterThanOrEqual(105)
  },
)

test('reads a transcript of 120,000 turns within seconds', () => {
  const [turn] = toTurns(['JUROR 1', 'x'])
  const turns = Array.from({ length: 120_000 }, (_, index) => ({ ...turn!, index }))
  const startedMs = performance.now()
  expect(findMentions(turns)).toEqual([])
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

test('an answer that the transcript leaves open is proposed to the juror its label names', () => {
  const label = 'A. (Juror 5?)'
  expect(propose(['THE COURT', 'Tell me more?'], [label, 'I am juror 9.', 4000], ['THE COURT', 'Go on.'])).toEqual([
    {
      speaker: label,
      jurorNumber: '5',
      seat: null,
      confidence: 0.5,
      stretches: [{ fromTurn: 0, toTurn: 2 }],
      excerpts: [{ turn: 1, startMs: 4000, quote: 'I am juror 9.' }],
    },
  ])
  expect(propose(['A. (Ms. Vane?)', 'Yes.'])).toEqual([])
})
