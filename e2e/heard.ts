import { eq, sql } from 'drizzle-orm'
import { unidentified } from '#contract/videos/transcript.ts'
import { proposeJurors } from '#engine/spoken/propose.ts'
import { buildResults, buildRun, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { analysisRuns } from '#server/features/analysis/analysis.table.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { storeProposals } from '#server/features/proposals/proposals.queries.ts'
import type { Db } from '#server/platform/db.ts'

const said: [voice: string, text: string][] = [
  ['voice-1', 'Good morning. What is your number, please?'],
  ['voice-2', 'I am juror number twelve, in seat four.'],
  ['voice-1', 'Would three weeks be a hardship for you?'],
  ['voice-2', 'No, it would not.'],
  ['voice-1', 'And is there anybody who knows the parties?'],
  ['voice-3', 'I went to school with one of them.'],
  ['voice-1', 'Could you set that aside?'],
  ['voice-3', 'I would try.'],
  [unidentified, 'Sorry, could you say that again?'],
]
const turnMs = 4000

export async function makeHeard(db: Db, videoId: string): Promise<void> {
  const turns = said.map(([speaker, text], index) =>
    buildTurn(index, {
      speaker,
      role: 'unknown',
      jurorNumber: null,
      text,
      words: [],
      startMs: index * turnMs,
      endMs: index * turnMs + turnMs - 500,
    }),
  )
  const speakers = [...new Set(said.map(([voice]) => voice))].map((label) => ({
    label,
    displayName: label.replace('voice-', 'Voice '),
    role: 'unknown' as const,
    jurorNumber: null,
    turns: said.filter(([voice]) => voice === label).length,
    words: 10,
    talkMs: turnMs,
    spans: [],
  }))
  await db.transaction(async (tx) => {
    const run = await addRun(tx, videoId)
    const overlaps = [{ startMs: turnMs, endMs: turnMs + 1500 }]
    await storeResults(tx, videoId, run.id, {
      ...buildResults({ turns, findings: [] }),
      findings: {
        engineVersion: 'test',
        findings: [],
        chains: [],
        skipped: 'No speaker is identified as a juror yet.',
      },
      speakers: { method: 'voices', speakers, overlaps },
    })
    await storeProposals(tx, videoId, [
      {
        speaker: 'voice-2',
        jurorNumber: '12',
        seat: null,
        confidence: 0.9,
        stretches: [{ fromTurn: 0, toTurn: said.length - 1 }],
        excerpts: [{ turn: 1, startMs: turnMs, quote: said[1]![1] }],
      },
    ])
  })
}

async function addRun(tx: Db, videoId: string) {
  const [last] = await tx
    .select({ number: sql<number>`max(${analysisRuns.number})` })
    .from(analysisRuns)
    .where(eq(analysisRuns.videoId, videoId))
  return buildRun(tx, videoId, { number: (last?.number ?? 0) + 1 })
}

const shared: [speaker: string | null, text: string][] = [
  ['THE COURT', 'What is your number, sir?'],
  ['JUROR', 'Seven.'],
  ['THE COURT', 'Would three weeks be a hardship for you?'],
  ['JUROR', 'I would not be paid at all.'],
  ['THE COURT', 'You may be seated. Does anyone else know the parties?'],
  ['JUROR', 'I do. I went to school with one of them.'],
  [null, '(Juror 12 enters.)'],
  ['THE COURT', 'Good morning. What did you want to tell us?'],
  ['JUROR', 'My mother is ill, and I take care of her.'],
  ['THE COURT', 'Thank you, Juror 24.'],
  ['JUROR', 'I could come back on Monday.'],
  ['MR. LEE', 'Q. Could you be fair to both sides?'],
  ['A. (Juror 7?)', 'I would try.'],
  ['MR. LEE', 'Nothing further.'],
]

export async function makeShared(db: Db, videoId: string): Promise<void> {
  const turns = shared.map(([speaker, text], index) =>
    buildTurn(index, {
      ...{ speaker, text, jurorNumber: null, words: [] },
      role: speaker === null ? 'note' : speaker === 'THE COURT' ? 'judge' : speaker === 'JUROR' ? 'juror' : 'unknown',
      startMs: index * turnMs,
      endMs: index * turnMs + turnMs - 500,
    }),
  )
  await db.transaction(async (tx) => {
    const run = await addRun(tx, videoId)
    const speakers = { method: 'transcript' as const, speakers: [] }
    await storeResults(tx, videoId, run.id, { ...buildResults({ turns, findings: [] }), speakers })
    await storeProposals(tx, videoId, proposeJurors(turns, speakers))
  })
}
