import { expect, test } from 'vitest'
import { FindingsArtifact, Summary, type Artifacts, type StageName } from '#contract/videos/analysis.ts'
import type { TranscriptSource } from '#contract/videos/transcript.ts'
import type { StageContext } from '#engine/stage.ts'
import { toTurns } from '#engine/findings/language/turns.fixture.ts'
import { exchangesStage } from './exchanges.ts'
import { findingsStage } from './findings.ts'
import { summaryStage } from './summary.ts'

async function analyze(text: string, source: TranscriptSource, findingsOnDraft = false) {
  const artifacts: Partial<Artifacts> = {
    align: { source, format: null, reason: '', language: 'en', turns: text === '' ? [] : toTurns(text), warnings: [] },
    speech: { detector: 'none', regions: [], speechMs: 0 },
    speakers: { method: 'transcript', speakers: [] },
  }
  const context: StageContext = {
    input: '',
    folder: '',
    options: {
      transcript: null,
      recognition: { endpoint: null, modelFolder: null, allowDraft: true, findingsOnDraft },
      threads: 1,
    },
    artifact: <K extends StageName>(name: K) => {
      const found = artifacts[name]
      if (found === undefined) throw new Error(`${name} is not declared in reads`)
      return found
    },
    signal: new AbortController().signal,
    progress: () => undefined,
  }
  artifacts.exchanges = await exchangesStage.run(context)
  return {
    findings: FindingsArtifact.parse(await findingsStage.run(context)),
    summary: Summary.parse(await summaryStage.run(context)),
  }
}
const talk = 'JUDGE: Can you be fair?\nJUROR 4: No, I cannot be fair.'

test('finds findings in an attached transcript', async () => {
  const { findings, summary } = await analyze(talk, 'attached')
  expect(findings).toMatchObject({ skipped: null, findings: [{ type: 'bias_indicator', sub: 'explicit_inability' }] })
  expect(summary).toMatchObject({ language: 'en', sentiment: 'negative', wordCount: 9, confidence: null })
})

test('finds none in a draft unless requested, and says why', async () => {
  expect((await analyze(talk, 'draft')).findings).toMatchObject({
    findings: [],
    skipped: 'Findings are off for draft transcripts because drafts contain too many errors.',
  })
  expect((await analyze(talk, 'draft', true)).findings.findings).toHaveLength(1)
})

test('searches nothing without known jurors, and says so', async () => {
  const { findings } = await analyze('JUDGE: Can you be fair?\nMS. REED: I could not be fair.', 'local_model')
  expect(findings).toMatchObject({ findings: [], chains: [] })
  expect(findings.skipped).toContain('No speaker is identified as a juror yet.')
})

test('finds nothing in a recording without speech', async () => {
  const { findings, summary } = await analyze('', 'none')
  expect(findings.skipped).toBe('There is no transcript to search. Attach one, or process the video again.')
  expect(summary).toMatchObject({ sentiment: null, topics: [], keyPhrases: [], wordCount: 0 })
})
