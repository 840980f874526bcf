import { afterEach, expect, test } from 'vitest'
import type { Exchange, Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { asAnthropic, asOpenAi, nothingToSay, startModel } from './llm.fixture.ts'
import { askOpinion, cutParts } from './opinion.ts'
import type { Opinion } from './service.ts'

let model: Awaited<ReturnType<typeof startModel>> | null = null
afterEach(async () => {
  await model?.close()
  model = null
})

const turn = (index: number, role: Turn['role'], text: string): Turn => ({
  index,
  speaker: role === 'juror' ? 'JUROR 12' : 'THE COURT',
  role,
  jurorNumber: role === 'juror' ? '12' : null,
  text,
  words: [],
  startMs: index * 1000,
  endMs: index * 1000 + 900,
  page: null,
  line: null,
})
const turns = [
  turn(0, 'judge', 'Could you follow the law?'),
  turn(1, 'juror', 'My brother was treated unfairly by the police, and  I would hold that against them.'),
  turn(2, 'judge', 'Would seven weeks be hard?'),
  turn(3, 'juror', 'No, my employer pays me.'),
]
const exchange = (index: number): Exchange => ({
  index,
  questionTurns: [index * 2],
  answerTurns: [index * 2 + 1],
  askerRole: 'judge',
  speaker: 'JUROR 12',
  jurorNumber: '12',
  latencyMs: null,
  hedge: null,
})
const finding: Finding = {
  type: 'hardship',
  sub: 'financial',
  severity: 'high',
  confidence: 0.8,
  stance: null,
  quote: 'No, my employer pays me.',
  question: 'Would seven weeks be hard?',
  speaker: 'JUROR 12',
  jurorNumber: '12',
  startMs: 3000,
  endMs: 3900,
  turn: 3,
  exchange: 1,
  trigger: null,
  latencyMs: null,
  hardshipFacts: null,
  chain: null,
  rules: ['hardship/pay'],
  why: 'The juror speaks of pay.',
}
const material = { turns, exchanges: [exchange(0), exchange(1)], findings: [finding] }
const added: Opinion['added'][number] = {
  exchange: 0,
  type: 'bias_indicator',
  sub: 'party_lean',
  severity: 'high',
  stance: 'expressed',
  quote: 'and I would hold that against them',
  why: 'The juror says they would hold it against the police.',
}
const dispute = { finding: 0, quote: 'my employer pays me', why: 'The juror says that pay goes on.' }

async function ask(answer: Parameters<typeof startModel>[0], kind: 'openai' | 'anthropic' = 'openai') {
  model = await startModel(answer)
  const service = { kind, url: model.url, model: 'counsel-7b', apiKey: 'key' }
  return askOpinion(service, material, new AbortController().signal, { firstWaitMs: 1 })
}

test.for([
  ['openai', asOpenAi, '/v1/chat/completions', 'authorization', 'Bearer key'],
  ['anthropic', asAnthropic, '/v1/messages', 'x-api-key', 'key'],
] as const)('%s: adds and disputes findings, marked with their source', async ([kind, wrap, path, header, key]) => {
  const opinion = await ask(() => wrap({ added: [added], disputed: [dispute] }), kind)
  expect(opinion).toMatchObject({ added: 1, disputed: 1, refused: 0, asked: 1, answered: 1, fault: null })
  expect(opinion.findings[0]).toEqual({
    ...finding,
    disputes: [{ source: 'model:counsel-7b', quote: 'my employer pays me', why: dispute.why }],
  })
  expect(opinion.findings[1]).toMatchObject({
    rules: ['model:counsel-7b'],
    quote: 'and  I would hold that against them',
    question: 'Could you follow the law?',
    turn: 1,
    speaker: 'JUROR 12',
    startMs: 1000,
  })
  const [asked] = model!.asked
  expect(asked).toMatchObject({ path, headers: { [header]: key }, body: { model: 'counsel-7b' } })
  const sent = JSON.stringify(asked?.body)
  expect(sent).toContain('Finding 0: hardship/financial')
  expect(sent).toContain('"additionalProperties":false')
})

test.for<[string, Partial<Opinion>]>([
  ['words that nobody said', { added: [{ ...added, quote: 'I hate the police' }] }],
  ['words of the question', { added: [{ ...added, quote: 'Could you follow the law?' }] }],
  ['words of another exchange', { added: [{ ...added, quote: 'my employer pays me' }] }],
  ['a part of a word', { added: [{ ...added, quote: 'fairly by the police' }] }],
  ['no words', { added: [{ ...added, quote: ' ' }] }],
  ['an exchange that is not there', { added: [{ ...added, exchange: 9 }] }],
  ['a sub-category that is not there', { added: [{ ...added, sub: 'constructor' }] }],
  ['what the rules said already', { added: [{ ...added, exchange: 1, type: 'hardship', quote: 'my employer' }] }],
  ['a dispute without its words', { disputed: [{ ...dispute, quote: 'I am paid' }] }],
  ['a dispute of no finding', { disputed: [{ ...dispute, finding: 7 }] }],
])('rejects %s', async ([, given]) => {
  const opinion = await ask(() => asOpenAi({ ...nothingToSay, ...given }))
  expect(opinion).toMatchObject({ findings: [finding], added: 0, disputed: 0, refused: 1 })
})

test.for<[string, () => ReturnType<typeof asOpenAi>, string, number]>([
  ['a refused key', () => ({ status: 401, body: '{}' }), 'rejected the request (401)', 1],
  ['a busy service', () => ({ status: 503, body: '' }), 'rejected the request (503)', 3],
  ['a form that was not asked for', () => asOpenAi({ added: 'many' }), 'did not reply in the requested format', 1],
  ['no JSON', () => ({ status: 200, body: 'Sure! Here are' }), 'did not reply in the requested format', 1],
  ['another address', () => ({ status: 302, body: '', headers: { location: 'http://example.com' } }), '(302)', 1],
])('%s leaves rule findings unchanged', async ([, answer, words, requests]) => {
  const opinion = await ask(answer)
  expect(opinion).toMatchObject({ findings: [finding], answered: 0, fault: expect.stringContaining(words) })
  expect(model!.asked).toHaveLength(requests)
})

test('retries a busy service', async () => {
  const opinion = await ask((_, count) =>
    count < 3 ? { status: 429, body: '' } : asOpenAi({ ...nothingToSay, added: [added] }),
  )
  expect(opinion).toMatchObject({ added: 1, answered: 1, fault: null })
})

test('sends long transcripts in parts without losing any', () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ ...exchange(0), index: at }))
  const parts = cutParts(turns, many, [])
  expect(parts.length).toBeGreaterThan(2)
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(12_000)
  expect(parts.flatMap(({ exchanges }) => exchanges.map(({ index }) => index))).toEqual(many.map(({ index }) => index))
})
