import { expect, test } from 'vitest'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { findFindings } from './find.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'

const talk = `JUDGE: Please tell us about yourself.
JUROR 4: I teach math at a school here. I cannot be fair to the defendant. I have two dogs.
JUDGE: Can you be fair?
JUROR 5: No.`

const markWords = (turn: Turn, marks: Record<string, Partial<Word>>): Turn => ({
  ...turn,
  words: turn.text.split(' ').map((text) => ({
    ...{ text, startMs: 0, endMs: 1, confidence: 0.9, estimated: false },
    ...marks[text],
  })),
})

function find(change: (turn: Turn) => Turn) {
  const turns = toTurns(talk).map(change)
  const { findings, possible } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  const show = ({ turn, sub, severity, why }: (typeof findings)[number]) => `${turn} ${sub} ${severity} ${why}`
  return { findings: findings.map(show), possible: possible.map(show) }
}

test('finds what the recording confirms', () => {
  const both = [expect.stringContaining('“cannot be fair.”'), expect.stringMatching(/^3 explicit_inability critical/)]
  expect(find((turn) => turn)).toEqual({ findings: both, possible: [] })
  expect(find((turn) => markWords(turn, {}))).toEqual({ findings: both, possible: [] })
})

test.each<[string, (turn: Turn) => Turn]>([
  ['answers', (turn) => (turn.role === 'juror' ? { ...turn, isAbsent: true } : turn)],
  [
    'one word of the words that count',
    (turn) => markWords(turn, { cannot: { isAbsent: true }, 'No.': { isAbsent: true } }),
  ],
])('finds nothing if the recording lacks %s', (_case, change) => {
  expect(find(change)).toEqual({ findings: [], possible: [] })
})

test('finds nothing in a bare answer to a question missing from the recording', () => {
  const { findings } = find((turn) => (turn.role === 'judge' ? { ...turn, isAbsent: true } : turn))
  expect(findings).toEqual([expect.stringMatching(/^1 /)])
})

test.each([
  ['You can step up. Can you be fair?', ['Can', 'you', 'be', 'fair?'], []],
  ['You can step up. Can you be fair?', ['fair?'], []],
  ['You can step up. Can you be fair?', ['step', 'up.'], ['3 explicit_inability critical']],
  ['Can you be fair? Go ahead.', ['fair?'], []],
  ['Can you be fair? Go ahead.', ['Go', 'ahead.'], ['3 explicit_inability critical']],
])('a bare answer to “%s” counts only if the recording has the question: without %j', (question, missing, expected) => {
  const turns = toTurns(talk).map((turn) => {
    const asked = turn.index === 2 ? { ...turn, text: question } : turn
    // "can" and "you" each occur twice, so find the missing words from the end.
    const marked = markWords(asked, {})
    const words = marked.words.map((word, at) => ({
      ...word,
      isAbsent:
        turn.index === 2 &&
        missing.includes(word.text) &&
        marked.words.findLastIndex(({ text }) => text === word.text) === at,
    }))
    return { ...marked, words }
  })
  const { findings } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  expect(findings.slice(1).map(({ turn, sub, severity }) => `${turn} ${sub} ${severity}`)).toEqual(expected)
})

test("a finding is only possible if flagged words can't be placed in the text", () => {
  const merge = (turn: Turn, flag: Partial<Word>): Turn => ({
    ...turn,
    words: [{ ...markWords(turn, {}).words[0]!, text: turn.text, ...flag }, ...markWords(turn, {}).words],
  })
  expect(find((turn) => merge(turn, { isAbsent: true }))).toMatchObject({ findings: [], possible: { length: 2 } })
  expect(find((turn) => merge(turn, {})).findings).toHaveLength(2)
})

test("other missing or different words don't matter", () => {
  const marks = { math: { isAbsent: true }, 'dogs.': { differs: true }, be: { differs: true } }
  expect(find((turn) => markWords(turn, marks)).findings).toHaveLength(2)
})

test('a finding whose words mostly sound different is only possible', () => {
  const marks = { cannot: { differs: true }, fair: { differs: true }, 'No.': { differs: true } }
  expect(find((turn) => markWords(turn, marks))).toEqual({
    findings: [],
    possible: [
      '1 explicit_inability low Most of these words may differ from the recording: “cannot be fair.”',
      '3 explicit_inability low Most of these words may differ from the recording: “No.”',
    ],
  })
})
