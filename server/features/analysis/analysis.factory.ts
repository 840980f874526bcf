import type { Chain, Exchange, Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { analysisRuns, type RunRow } from './analysis.table.ts'
import { type Results, storeResults } from './runs/results.queries.ts'

export async function buildRun(db: Db, videoId: string, given: Partial<RunRow> = {}): Promise<RunRow> {
  const id = given.id ?? newId()
  const [run] = await db
    .insert(analysisRuns)
    .values({ id, videoId, number: 1, workId: id, state: 'completed', ...given })
    .returning()
  return run!
}

export const buildTurn = (index: number, given: Partial<Turn> = {}): Turn => ({
  index,
  speaker: 'JUROR 12',
  role: 'juror',
  jurorNumber: '12',
  text: 'I could be fair.',
  words: [],
  startMs: index * 4000,
  endMs: index * 4000 + 3000,
  page: null,
  line: null,
  ...given,
})

export const buildFinding = (given: Partial<Finding> = {}): Finding => ({
  type: 'key_statement',
  sub: 'disclosure_relationship',
  severity: 'low',
  confidence: 0.8,
  stance: null,
  quote: 'I know the officer.',
  question: 'Does anybody know the witness?',
  speaker: 'JUROR 12',
  jurorNumber: '12',
  startMs: 1000,
  endMs: 2000,
  turn: 0,
  exchange: null,
  trigger: null,
  latencyMs: null,
  hardshipFacts: null,
  chain: null,
  rules: ['test'],
  why: 'The juror says that they know a witness.',
  ...given,
})

export const buildResults = ({
  turns = [buildTurn(0)],
  findings = [buildFinding()],
  exchanges = [],
  chains = [],
  possible = [],
}: {
  turns?: Turn[]
  findings?: Finding[]
  exchanges?: Exchange[]
  chains?: Chain[]
  possible?: Finding[]
} = {}): Results => ({
  transcript: {
    source: 'attached',
    format: 'srt',
    reason: 'A transcript was attached.',
    language: 'en',
    turns,
    warnings: [],
  },
  speakers: { method: 'transcript', speakers: [] },
  exchanges,
  findings: { engineVersion: 'test', findings, chains, possible, skipped: null },
  summary: {
    language: 'en',
    sentiment: 'neutral',
    keyPhrases: ['burden of proof'],
    topics: ['employment'],
    speakerCount: 1,
    confidence: null,
    wordCount: 4,
  },
  waveform: { file: null, bucketsPerSecond: 10, buckets: 0 },
  thumbnails: { poster: null, sprite: null },
})

export async function buildAnalysis(db: Db, videoId: string, results: Results = buildResults()): Promise<RunRow> {
  const run = await buildRun(db, videoId)
  await storeResults(db, videoId, run.id, results)
  return run
}
