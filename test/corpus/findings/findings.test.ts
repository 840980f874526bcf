import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readLabeled } from '../../../bench/findings.data.ts'
import { isCorrect, measureCauses, measureInterviews } from '../../../bench/findings.interviews.ts'
import { measure, report, reportTraps } from '../../../bench/findings.ts'

const corpus = (name: string) => measure(readLabeled(readFileSync(new URL(name, import.meta.url), 'utf8')))
const quietly = <T>(act: () => T): T => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    return act()
  } finally {
    log.mockRestore()
  }
}

test('unseen phrasings: bias recall at least .80', () => {
  expect(quietly(() => report('', corpus('phrasings.unseen.ndjson'))).biasRecall).toBeGreaterThanOrEqual(0.8)
})

test.each(['traps.tuning.ndjson', 'traps.unseen.ndjson'])('%s: at most 5%% false alarms', (name) => {
  expect(quietly(() => reportTraps('', corpus(name)))).toBeLessThanOrEqual(0.05)
})

test.each([
  ['acceptance.tuning.txt', 0.05],
  ['week.tuning.txt', 0.05],
  ['courts.tuning.txt', 0.05],
  ['others.tuning.txt', 0.06],
])('%s: at most %d of the routine answers have a finding', (name, most) => {
  const routine = measureInterviews(new URL(name, import.meta.url)).filter(({ label }) => label === 'none')
  expect(routine.filter(({ found }) => found.length > 0).length / routine.length).toBeLessThanOrEqual(most)
})

test.each(['interviews.tuning.txt', 'acceptance.tuning.txt', 'week.tuning.txt', 'others.tuning.txt'])(
  '%s: the subcategory of three of four biases is right',
  (name) => {
    const answered = measureInterviews(new URL(name, import.meta.url))
    const found = answered
      .filter(({ label }) => label === 'bias')
      .flatMap(({ sub, found }) =>
        found.filter(({ type }) => type === 'bias_indicator').map((each) => each.sub === sub),
      )
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(0.75)
  },
)

const causes = measureCauses(new URL('causes.txt', import.meta.url))

test.each([
  ['Biography taken for hardship', 0.9],
  ['Details of a hardship', 0.9],
  ['Inverted polarity', 0.9],
  ['More about a hardship already named', 0.9],
])('%s: at least %d of the examples are correct', (name, least) => {
  const examples = causes.find(({ cause }) => cause === name)?.examples ?? []
  expect(examples.filter(isCorrect).length / examples.length).toBeGreaterThanOrEqual(least)
})

test('three of four examples of all causes are correct, also where the rules were never tuned on them', () => {
  const share = (examples: (typeof causes)[number]['examples']) => examples.filter(isCorrect).length / examples.length
  expect(share(causes.flatMap(({ examples }) => examples))).toBeGreaterThanOrEqual(0.75)
  expect(share(causes.flatMap(({ examples }) => examples.filter((_, at) => at % 2 === 1)))).toBeGreaterThanOrEqual(0.75)
})

const countFound = (name: string, label: 'bias' | 'hardship') => {
  const type = label === 'bias' ? 'bias_indicator' : label
  const answered = measureInterviews(new URL(name, import.meta.url))
  const found = answered.filter((each) => each.found.some((one) => one.type === type))
  const right = found.filter((each) => each.label === label).length
  return { precision: right / found.length, recall: right / answered.filter((each) => each.label === label).length }
}

test.each([
  ['interviews.tuning.txt', 'bias', 0.9, 0.7],
  ['interviews.tuning.txt', 'hardship', 0.75, 0.7],
  ['acceptance.tuning.txt', 'bias', 0.9, 0.8],
  ['acceptance.tuning.txt', 'hardship', 0.85, 0.85],
  ['week.tuning.txt', 'bias', 0.9, 0.85],
  ['week.tuning.txt', 'hardship', 0.9, 0.85],
  ['others.tuning.txt', 'bias', 0.9, 0.75],
  ['others.tuning.txt', 'hardship', 0.85, 0.8],
  ['courts.tuning.txt', 'bias', 0.9, 0.6],
  ['courts.tuning.txt', 'hardship', 0.95, 0.6],
] as const)('%s: %s at precision %d and recall %d', (name, label, precision, recall) => {
  const found = countFound(name, label)
  expect(found.precision).toBeGreaterThanOrEqual(precision)
  expect(found.recall).toBeGreaterThanOrEqual(recall)
})

test.each(['acceptance.tuning.txt', 'week.tuning.txt', 'others.tuning.txt'])(
  '%s: every critical finding is correct',
  (name) => {
    const critical = measureInterviews(new URL(name, import.meta.url)).filter(({ found }) =>
      found.some(({ severity }) => severity === 'critical'),
    )
    expect(critical.length).toBeGreaterThanOrEqual(3)
    expect(critical.filter(({ label }) => label !== 'bias')).toEqual([])
  },
)
