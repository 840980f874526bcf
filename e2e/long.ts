import { eq, sql } from 'drizzle-orm'
import type { Finding } from '#contract/findings/findings.ts'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { buildFinding, buildResults, buildRun, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { analysisRuns } from '#server/features/analysis/analysis.table.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'

export const longTurns = 10_000
export const longFindings = 300

const vocabulary =
  `the you and that have would with this about your work could from think anybody there been case know people
  what when because well yes sir no evidence judge fair before after police officer hospital husband children employer paid
  salary week month trial verdict insurance lawsuit doctor accident company money damages burden proof doubt reasonable
  believe testimony witness attorney question answer follow law instruct honest opinion feel strongly maybe probably guess
  truck warehouse teacher nurse school county church neighbor brother military surgery pain medication television news
  article internet served jury panel civil criminal sister friend relationship problem hardship schedule vacation flight
  appointment care mother alone income listen both sides decide difficult impossible certain leaning toward plaintiff defense`
    .split(/\s+/)
    .filter(Boolean)

function dice(): () => number {
  let state = 20_260_314
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export type LongSize = { turns: number; findings: number; opinions?: number }

export function longResults(size: LongSize = { turns: longTurns, findings: longFindings }) {
  const roll = dice()
  const turns: Turn[] = []
  let clock = 0
  for (let index = 0; index < size.turns; index++) {
    const words: Word[] = []
    const count = 3 + Math.floor(roll() * 24)
    const startMs = clock
    for (let at = 0; at < count; at++) {
      const lasts = 90 + Math.floor(roll() * 480)
      const confidence = Math.round((0.3 + 0.7 * Math.sqrt(roll())) * 1000) / 1000
      const text = vocabulary[Math.floor(roll() * vocabulary.length)]!
      words.push({ text, startMs: clock, endMs: clock + lasts, confidence, estimated: false })
      clock += lasts + Math.floor(roll() * 60)
    }
    const isJuror = index % 2 === 1
    const number = String(1 + (Math.floor(index / 10) % 40))
    turns.push(
      buildTurn(index, {
        text: words.map((word) => word.text).join(' '),
        words,
        startMs,
        endMs: clock,
        ...(isJuror
          ? { speaker: `JUROR ${number}`, jurorNumber: number }
          : { speaker: 'THE COURT', role: 'judge', jurorNumber: null }),
        page: 1 + Math.floor(index / 12),
        line: 1 + (index % 12) * 2,
      }),
    )
    clock += 200 + Math.floor(roll() * 900)
  }
  const types = ['hardship', 'bias_indicator', 'long_pause', 'key_statement'] as const
  const severities = ['low', 'medium', 'high', 'critical'] as const
  const findings: Finding[] = Array.from({ length: size.findings }, (_, at) => {
    const turn = turns[1 + 2 * Math.floor(((at + roll()) * size.turns) / size.findings / 2)]!
    return buildFinding({
      type: types[at % 4]!,
      sub: 'disclosure_relationship',
      severity: severities[Math.floor(roll() * 4)]!,
      confidence: Math.round(roll() * 1000) / 1000,
      quote: turn.text,
      question: turns[turn.index - 1]!.text,
      speaker: turn.speaker,
      jurorNumber: turn.jurorNumber,
      startMs: turn.startMs,
      endMs: turn.endMs,
      turn: turn.index,
      trigger: { from: 0, to: turn.words[0]!.text.length },
      why: `The juror says “${turn.words
        .slice(0, 3)
        .map((word) => word.text)
        .join(' ')}” in answer to a question.`,
    })
  })
  const last = turns.at(-1)!
  const suspected = buildFinding({
    type: 'bias_indicator',
    severity: 'low',
    quote: last.text,
    question: turns.at(-2)!.text,
    turn: last.index,
    why: `Resembles known statements. Most telling words: “${last.words[0]!.text}.”`,
  })
  const judged = findings.map((finding, at): Finding => {
    const agrees = at % 2 === 0
    const why = agrees ? 'The juror says so.' : 'The juror speaks about someone else.'
    const quote = finding.quote.split(' ').slice(0, 3).join(' ')
    return at < (size.opinions ?? 0) ? { ...finding, opinion: { model: 'counsel-7b', agrees, quote, why } } : finding
  })
  return buildResults({ turns, findings: judged, possible: [suspected] })
}

export async function makeLong(db: Db, videoId: string, size?: LongSize): Promise<void> {
  await db.transaction(async (tx) => {
    const [last] = await tx
      .select({ number: sql<number>`max(${analysisRuns.number})` })
      .from(analysisRuns)
      .where(eq(analysisRuns.videoId, videoId))
    const run = await buildRun(tx, videoId, { number: (last?.number ?? 0) + 1 })
    const results = longResults(size)
    await storeResults(tx, videoId, run.id, results)
    const durationMs = results.transcript.turns.at(-1)?.endMs ?? null
    await tx.update(videos).set({ durationMs }).where(eq(videos.id, videoId))
  })
}
