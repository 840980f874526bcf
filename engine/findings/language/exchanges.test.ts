import { expect, test } from 'vitest'
import { findExchanges } from './exchanges.ts'
import { toTurns } from './turns.fixture.ts'

const exchangesOf = (text: string, cueTimes = false) => findExchanges(toTurns(text), { cueTimes })

test('pairs an answer with its whole question', () => {
  const [first, second] = exchangesOf(`
    JUDGE: You said your brother is an officer.
    JUDGE: Could you still be fair?
    JUROR 4: Yes.
    PROSECUTOR: Have you heard of this case?
    JUROR 4: No.`)
  expect(first).toMatchObject({
    questionTurns: [0, 1],
    answerTurns: [2],
    askerRole: 'judge',
    jurorNumber: '4',
    hedge: 'firm',
  })
  expect(second).toMatchObject({ questionTurns: [3], answerTurns: [4], askerRole: 'prosecutor' })
})

test("counsel's aside between question and answer doesn't become the question", () => {
  const [only] = exchangesOf(`
    JUDGE: And what is the issue, juror?
    PROSECUTOR: Sorry.
    JUROR 4: I have a flight on Monday.`)
  expect(only).toMatchObject({ questionTurns: [0, 1], askerRole: 'judge' })
})

test("a nod from the bench doesn't interrupt the answer", () => {
  const found = exchangesOf(`
    JUDGE: What is the problem?
    JUROR 4: I run the only pharmacy in our town, just me.
    JUDGE: Okay.
    JUROR 4: And my father needs me at noon.`)
  expect(found).toHaveLength(1)
  expect(found[0]?.answerTurns).toEqual([1, 3])
})

test("“Could you repeat that?” isn't an answer: the repeated question and its answer are one exchange", () => {
  const found = exchangesOf(`
    JUDGE @0-4: Would that keep you from being fair?
    JUROR 4 @5-6: Can you repeat that?
    JUDGE @7-9: Would it keep you from being fair?
    JUROR 4 @9.4-10: Yes.`)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ questionTurns: [0, 2], answerTurns: [3], latencyMs: 400 })
})

test("a noted pause keeps the question open, and a recess doesn't", () => {
  const [paused] = exchangesOf('JUDGE @0-2: Can you be fair?\n(Pause.)\nJUROR 4 @6-7: No.')
  expect(paused).toMatchObject({ questionTurns: [0], answerTurns: [2], latencyMs: null })
  const [anew] = exchangesOf('JUDGE: Can you be fair?\n(Pause in the proceedings.)\nJUROR 4: No.')
  expect(anew).toMatchObject({ questionTurns: [], answerTurns: [2] })
})

test('group answers and silences belong to no one', () => {
  const [silence, group] = exchangesOf(`
    JUDGE: Does anybody feel they cannot be fair?
    (No response)
    JUDGE: Can all of you follow the law?
    JURORS: Yes.`)
  expect(silence).toMatchObject({ answerTurns: [1], speaker: null, jurorNumber: null, hedge: null })
  expect(group).toMatchObject({ answerTurns: [3], jurorNumber: null, hedge: null, latencyMs: null })
})

test('measures latency between words, and returns null if something fills the gap', () => {
  const latency = (text: string, cueTimes = false) => exchangesOf(text, cueTimes)[0]?.latencyMs
  expect(latency('JUDGE @0-2: Can you be fair?\nJUROR 4 @5.5-6: Yes.')).toBe(3500)
  expect(latency('JUDGE @0-2: Can you be fair?\nJUROR 4 ~5.5-6: Yes.')).toBeNull()
  expect(latency('JUDGE ~0-2: Can you be fair?\nJUROR 4 ~5.5-6: Yes.', true)).toBe(3500)
  expect(latency('JUDGE @0-2: Can you be fair?\n(Sidebar)\nJUROR 4 @5.5-6: Yes.')).toBeNull()
  expect(latency('JUDGE @0-2: Can you be fair?\nINTERPRETER @2-4: Rendered.\nJUROR 4 @5.5-6: Yes.')).toBeNull()
  expect(latency('JUDGE @0-2: Read the list of names. Is any familiar? Take your time.\nJUROR 4 @9-10: No.')).toBeNull()
  expect(latency('JUDGE @0-6: Can you be fair?\nJUROR 4 @5.5-6: Yes.')).toBeNull()
  expect(latency('JUDGE @0-2: And could you be--\nJUROR 4 @2.5-3: Yes.')).toBeNull()
})

test("speech that the transcript lacks isn't the juror's silence", () => {
  const turns = toTurns('JUDGE @0-2: Can you be fair?\nJUROR 4 @9-10: Yes.')
  const latency = (...spans: [number, number][]) => {
    const speech = spans.map(([from, to]) => ({ startMs: from * 1000, endMs: to * 1000 }))
    return findExchanges(turns, { cueTimes: false, speech })[0]?.latencyMs
  }
  expect(latency([0, 2], [9, 10])).toBe(7000)
  expect(latency([0, 2], [4, 5.2], [9, 10])).toBeNull()
  expect(latency([0, 3.5], [9, 10])).toBeNull()
  expect(latency([0, 2], [7.5, 10])).toBeNull()
  expect(latency([0, 2.5], [8.6, 10])).toBe(7000)
  expect(latency([0, 2], [4, 4.3], [9, 10])).toBe(7000)
})

test("an interpreter answering alone isn't the juror", () => {
  const [only] = exchangesOf('JUDGE: Can you follow the English?\nINTERPRETER: I cannot follow it.')
  expect(only).toMatchObject({ answerTurns: [1], jurorNumber: null })
})
