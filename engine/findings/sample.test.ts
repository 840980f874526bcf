import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { findExchanges } from './language/exchanges.ts'
import { importTranscript } from '#engine/transcript/import.ts'
import { findFindings } from './find.ts'

type Truth = {
  turns: {
    index: number
    startMs?: number
    endMs?: number
    words?: { text: string; startMs: number; endMs: number }[]
  }[]
  findings: { turn: number; type: string; sub: string }[]
  traps: number[]
}
const sample = (name: string) => readFileSync(new URL(`../../samples/${name}`, import.meta.url))
const truth = JSON.parse(sample('voir-dire.truth.json').toString()) as Truth

const turns: Turn[] = importTranscript(sample('voir-dire.txt'), 'voir-dire.txt').turns.map((turn, index) => {
  const { startMs = null, endMs = null, words = [] } = truth.turns[index]!
  return { ...turn, startMs, endMs, words: words.map((word) => ({ ...word, confidence: null, estimated: false })) }
})
const { findings, chains } = findFindings(turns, findExchanges(turns, { cueTimes: true }))

test.for(truth.findings)('finds $type $sub in turn $turn', ({ turn, type, sub }) => {
  expect(findings).toContainEqual(expect.objectContaining({ turn, type, sub }))
})

test('finds how each concern ended', () => {
  const ends = chains.map((chain) => [findings[chain.concern]!.turn, chain.outcome])
  expect(ends).toEqual([
    [2, 'unresolved'],
    [11, 'rehabilitated'],
    [21, 'reaffirmed'],
  ])
})

test('finds none of the traps', () => {
  expect(findings.filter((each) => truth.traps.includes(each.turn))).toEqual([])
})

test("calls no one biased who didn't say so", () => {
  const biased = truth.findings.filter((each) => each.type === 'bias_indicator').map((each) => each.turn)
  expect(findings.filter((each) => each.type === 'bias_indicator').map((each) => each.turn)).toEqual(biased)
})

test('a plain admission that the juror keeps to is critical', () => {
  const concern = findings.find(({ turn, type }) => turn === 21 && type === 'bias_indicator')
  expect(concern).toMatchObject({ sub: 'right_to_silence', severity: 'critical' })
})
