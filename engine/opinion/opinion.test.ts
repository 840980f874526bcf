import { afterEach, expect, test } from 'vitest'
import type { Exchange, Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { asAnthropic, asOpenAi, nothingToSay, servers, startModel } from './llm.fixture.ts'
import { askOpinion, cutParts, type OpinionCache } from './opinion.ts'

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
const hardship: Finding = {
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
const bias: Finding = {
  ...hardship,
  type: 'bias_indicator',
  sub: 'party_lean',
  severity: 'critical',
  stance: 'expressed',
  quote: turns[1]!.text,
  question: 'Could you follow the law?',
  turn: 1,
  exchange: 0,
}
const pause: Finding = { ...hardship, type: 'long_pause', sub: 'latency' }
const material = { turns, exchanges: [exchange(0), exchange(1)], findings: [bias, hardship, pause] }
const agreement = {
  finding: 0,
  agrees: true,
  quote: 'and I would hold that against them',
  why: 'The juror says they would hold it against the police.',
}
const dispute = { finding: 1, agrees: false, quote: 'my employer pays me', why: 'The juror says that pay goes on.' }

type Asking = { kind?: 'openai' | 'anthropic'; cache?: OpinionCache }
async function ask(answer: Parameters<typeof startModel>[0], { kind = 'openai', ...settings }: Asking = {}) {
  model ??= await startModel(answer)
  const service = { kind, url: model.url, model: 'counsel-7b', apiKey: 'key' }
  return askOpinion(service, material, new AbortController().signal, { firstWaitMs: 1, ...settings })
}

test.for([
  ['openai', 'OpenAI', servers.openai, '/v1/chat/completions', 'authorization', 'Bearer key'],
  ['openai', 'llama.cpp', servers['llama.cpp'], '/v1/chat/completions', 'authorization', 'Bearer key'],
  ['openai', 'Ollama', servers.ollama, '/v1/chat/completions', 'authorization', 'Bearer key'],
  ['openai', 'vLLM', servers.vllm, '/v1/chat/completions', 'authorization', 'Bearer key'],
  ['anthropic', 'Anthropic', asAnthropic, '/v1/messages', 'x-api-key', 'key'],
] as const)('%s protocol as %s speaks it: explains or lowers findings', async ([kind, , wrap, path, header, key]) => {
  const opinion = await ask(() => wrap({ reviews: [agreement, dispute] }), { kind })
  expect(opinion).toMatchObject({ agreed: 1, disputed: 1, refused: 0, asked: 1, answered: 1, fault: null })
  const { why } = dispute
  expect(opinion.findings).toEqual([
    {
      ...bias,
      opinion: {
        model: 'counsel-7b',
        agrees: true,
        quote: 'and  I would hold that against them',
        why: agreement.why,
      },
    },
    {
      ...hardship,
      severity: 'medium',
      opinion: { model: 'counsel-7b', agrees: false, quote: 'my employer pays me', why },
    },
    pause,
  ])
  const [asked] = model!.asked
  expect(asked).toMatchObject({ path, headers: { [header]: key }, body: { model: 'counsel-7b' } })
  const sent = JSON.stringify(asked?.body)
  expect(sent).toContain('Finding 1: hardship/financial')
  expect(sent).not.toContain('long_pause')
  expect(sent).toContain('"additionalProperties":false')
})

test.for<[string, Partial<typeof dispute>]>([
  ['words that nobody said', { quote: 'I hate the police' }],
  ['words of the question', { quote: 'Would seven weeks be hard?' }],
  ['words of another exchange', { quote: 'I would hold that against them' }],
  ['a part of a word', { quote: 'employ' }],
  ['no words', { quote: ' ' }],
  ['no reason', { why: ' ' }],
  ['no finding', { finding: 7 }],
  ['a pause', { finding: 2 }],
])('rejects a review of %s', async ([, given]) => {
  const opinion = await ask(() => asOpenAi({ reviews: [{ ...dispute, ...given }] }))
  expect(opinion).toMatchObject({ findings: material.findings, agreed: 0, disputed: 0, refused: 1 })
})

test('takes only the first review of a finding, and no findings', async () => {
  const twice = await ask(() => asOpenAi({ reviews: [dispute, { ...dispute, agrees: true }] }))
  expect(twice).toMatchObject({ disputed: 1, agreed: 0, refused: 1 })
  expect(twice.findings).toHaveLength(3)
  await model?.close()
  model = null
  const adding = await ask(() => asOpenAi({ reviews: [], added: [{ ...bias, exchange: 1 }] }))
  expect(adding).toMatchObject({ findings: material.findings, fault: expect.stringContaining('requested format') })
})

test('asks about the same words only once', async () => {
  const kept = new Map<string, string>()
  const cache: OpinionCache = {
    read: (key) => Promise.resolve(kept.get(key) ?? null),
    write: (key, text) => Promise.resolve(void kept.set(key, text)),
  }
  const answer = () => asOpenAi({ reviews: [agreement, dispute] })
  const first = await ask(answer, { cache })
  expect(await ask(answer, { cache })).toEqual({ ...first, reused: 1 })
  expect(model!.asked).toHaveLength(1)
  for (const key of kept.keys()) kept.set(key, '{"reviews":[{')
  expect(await ask(answer, { cache })).toEqual(first)
  expect(model!.asked).toHaveLength(2)
})

test.for<[string, () => ReturnType<typeof asOpenAi>, string, number]>([
  ['a refused key', () => ({ status: 401, body: '{}' }), 'rejected the request (401)', 1],
  ['a busy service', () => ({ status: 503, body: '' }), 'rejected the request (503)', 3],
  ['a form that was not asked for', () => asOpenAi({ reviews: 'many' }), 'did not reply in the requested format', 1],
  ['no JSON', () => ({ status: 200, body: 'Sure! Here are' }), 'did not reply in the requested format', 1],
  ['a cut reply', () => asOpenAi(nothingToSay, 'length'), 'at least 8,192 tokens', 1],
  ['another address', () => ({ status: 302, body: '', headers: { location: 'http://example.com' } }), '(302)', 1],
])('%s leaves findings unchanged', async ([, answer, words, requests]) => {
  const opinion = await ask(answer)
  expect(opinion).toMatchObject({
    findings: material.findings,
    answered: 0,
    fault: expect.stringContaining(words),
  })
  expect(model!.asked).toHaveLength(requests)
})

test('retries a busy service', async () => {
  const opinion = await ask((_, count) => (count < 3 ? { status: 429, body: '' } : asOpenAi({ reviews: [agreement] })))
  expect(opinion).toMatchObject({ agreed: 1, answered: 1, fault: null })
})

test('sends answers with findings in parts, and no others', () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ ...exchange(0), index: at }))
  const found = Array.from({ length: 200 }, (_, at) => ({ ...bias, exchange: at * 2 }))
  const parts = cutParts(turns, many, found)
  expect(parts.length).toBeGreaterThan(2)
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(12_000)
  expect(parts.flatMap(({ exchanges }) => exchanges.map(({ index }) => index))).toEqual(
    found.map((each) => each.exchange),
  )
  expect(parts.flatMap(({ findings }) => findings)).toEqual([...found.keys()])
})
