import { expect, test } from 'vitest'
import type { Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { asOpenAi, startModel } from '#engine/opinion/llm.fixture.ts'
import { askOpinion } from '#engine/opinion/opinion.ts'
import { isNameHeard } from '#server/features/analysis/reading/consistency.ts'
import { findInTurns } from '#server/features/analysis/reading/transcript.queries.ts'
import { buildRedactor } from '#server/features/exports/documents/content/redact.ts'

const signs = String.raw`\^$.*+?()[]{}|/-&`.split('')
const turn = (index: number, role: Turn['role'], text: string): Turn => ({
  ...{ index, role, text, speaker: null, jurorNumber: null, words: [], page: null, line: null },
  ...{ startMs: 0, endMs: 1 },
})

test.for(signs)('finds %s as written, wherever a pattern is built from text', async (sign) => {
  expect(findInTurns([turn(0, 'juror', `I say a${sign}b, not ab or axb.`)], `a${sign}b`)).toEqual([
    { turn: 0, from: 6, to: 9 },
  ])

  const juror = { jurorNumber: '7', displayName: `Anna Marchetti${sign}Lund`, employer: `Acme${sign}Mills Works` }
  const redactor = buildRedactor([juror], { names: true, employers: true })
  const said = `${juror.employer} or AcmeMills Works hired ${juror.displayName}, not MarchettiLund.`
  expect(redactor.text(said)).toBe('[employer] or AcmeMills Works hired [Juror 7], not MarchettiLund.')

  expect(isNameHeard(`Anna Marchetti${sign}`, 'I know Marchetti.')).toBe(true)
  expect(isNameHeard(`Anna Marchetti${sign}`, 'I know Marchettini.')).toBe(false)

  const turns = [turn(0, 'judge', 'Could you?'), turn(1, 'juror', `No, I pay ${sign}5 each day, and I pay 55.`)]
  const exchange = { index: 0, questionTurns: [0], answerTurns: [1], askerRole: 'judge', speaker: null } as const
  const finding = { type: 'hardship', severity: 'high', exchange: 0, turn: 1, quote: turns[1]!.text } as Finding
  const material = {
    turns,
    exchanges: [{ ...exchange, jurorNumber: null, latencyMs: null, hedge: null, questionTurns: [0], answerTurns: [1] }],
    findings: [finding],
  }
  const review = { finding: 0, agrees: true, quote: `I pay ${sign}5 each`, why: 'Pay.' }
  const model = await startModel(() => asOpenAi({ reviews: [review] }))
  try {
    const service = { kind: 'openai', url: model.url, model: 'small', apiKey: 'key' } as const
    expect(await askOpinion(service, material, new AbortController().signal, { firstWaitMs: 1 })).toMatchObject({
      agreed: 1,
      findings: [{ opinion: { quote: review.quote } }],
    })
  } finally {
    await model.close()
  }
})
