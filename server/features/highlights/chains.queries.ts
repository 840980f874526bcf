import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { ChainRecord, Said } from '#contract/highlights/chains.ts'
import type { Chain, Exchange } from '#contract/findings/findings.ts'
import { findings, transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import type { Db } from '#server/platform/db.ts'
import { readHighlightsById } from './highlights.queries.ts'
import { keyFindings } from './highlights.sync.ts'
import { highlights } from './highlights.table.ts'

type Analyzed = { videoId: string; offsetMs: number; chains: Chain[]; exchanges: Exchange[] }

/**
 * The cursor is the position of the last chain. The caller must have checked access and synced the session's
 * highlights.
 */
export async function listChains(
  db: Db,
  seen: SeenSession,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ chains: ChainRecord[]; nextCursor: string | null }> {
  const { rows } = await db.execute<Analyzed>(sql`
    select session_videos.video_id as "videoId", session_videos.offset_ms::float8 as "offsetMs", analyses.chains, analyses.exchanges
    from session_videos
    join videos on videos.id = session_videos.video_id and videos.deleted_at is null
    join analyses on analyses.video_id = session_videos.video_id
    where session_videos.session_id = ${seen.session.id} order by session_videos.position, session_videos.video_id`)
  const all = rows.flatMap((video) => video.chains.map((chain) => ({ video, chain })))
  const findPlace = (each: (typeof all)[number]) => `${each.video.videoId}_${each.chain.number}`
  const before = cursor === undefined ? -1 : all.findIndex((each) => findPlace(each) === cursor)
  const from = cursor !== undefined && before === -1 ? all.length : before + 1
  const shown = all.slice(from, from + limit)
  const last = shown.at(-1)
  const chains: ChainRecord[] = []
  for (const [video, each] of Map.groupBy(shown, (one) => one.video)) {
    const ofVideo = each.map(({ chain }) => chain)
    chains.push(...(await describeChains(db, seen, video, ofVideo)))
  }
  return { chains, nextCursor: all.length > from + limit && last ? findPlace(last) : null }
}

async function describeChains(
  db: Db,
  seen: SeenSession,
  video: Analyzed,
  chains: readonly Chain[],
): Promise<ChainRecord[]> {
  const ids = await highlightIds(db, seen.session.id, video.videoId)
  const concerns = chains.flatMap(({ concern }) => ids.get(concern)?.id ?? [])
  const byId = new Map((await readHighlightsById(db, seen, concerns)).map((each) => [each.id, each]))
  const words = await readWords(db, video, chains)
  return chains.flatMap((chain): ChainRecord[] => {
    const concern = byId.get(ids.get(chain.concern)?.id ?? '')
    if (!concern) return []
    const probes = chain.probes.flatMap(({ exchange: at, hedge, latencyMs }) => {
      const exchange = video.exchanges[at]
      const answer = exchange && words(exchange.answerTurns)
      if (!exchange || !answer) return []
      const inAnswer = [...ids.values()].filter((one) => one.chain === chain.number && one.exchange === at)
      const question = words(exchange.questionTurns)
      const { askerRole } = exchange
      return [{ question, askerRole, answer, hedge, latencyMs, highlightIds: inAnswer.map(({ id }) => id) }]
    })
    const ruling = chain.ruling && words([chain.ruling.turn])
    return [{ videoId: video.videoId, number: chain.number, concern, probes, outcome: chain.outcome, ruling }]
  })
}

type Found = { id: string; chain: number | null; exchange: number | null }

async function highlightIds(db: Db, sessionId: string, videoId: string): Promise<ReadonlyMap<number, Found>> {
  const rows = await db
    .select({ body: findings.body })
    .from(findings)
    .where(eq(findings.videoId, videoId))
    .orderBy(asc(findings.position))
  const made = await db
    .select({ id: highlights.id, key: highlights.findingKey })
    .from(highlights)
    .where(and(eq(highlights.sessionId, sessionId), eq(highlights.videoId, videoId)))
  const idOf = new Map(made.map(({ id, key }) => [key, id]))
  return new Map(
    [...keyFindings(rows.map(({ body }) => body))].flatMap(([key, { chain, exchange }], at) => {
      const id = idOf.get(key)
      return id === undefined ? [] : [[at, { id, chain, exchange }] as const]
    }),
  )
}

async function readWords(
  db: Db,
  { videoId, offsetMs, exchanges }: Analyzed,
  chains: readonly Chain[],
): Promise<(indexes: readonly number[]) => Said | null> {
  const wanted = chains.flatMap(({ probes, ruling }) => [
    ...probes.flatMap(({ exchange: at }) => [
      ...(exchanges[at]?.questionTurns ?? []),
      ...(exchanges[at]?.answerTurns ?? []),
    ]),
    ...(ruling ? [ruling.turn] : []),
  ])
  if (wanted.length === 0) return () => null
  const { index, text, startMs, endMs, page, line } = transcriptTurns
  const rows = await db
    .select({ index, text, startMs, endMs, page, line })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(index, [...new Set(wanted)])))
  const turns = new Map(rows.map((turn) => [turn.index, turn]))
  return (indexes) => {
    const spoken = indexes.map((at) => turns.get(at)).filter((turn) => turn !== undefined)
    const [first, last] = [spoken[0], spoken.at(-1)]
    if (!first || !last) return null
    return {
      text: spoken.map((turn) => turn.text).join(' '),
      turn: first.index,
      start: first.startMs === null ? null : first.startMs / 1000,
      end: last.endMs === null ? null : last.endMs / 1000,
      clock: first.startMs === null ? null : (first.startMs + offsetMs) / 1000,
      page: first.page,
      line: first.line,
    }
  }
}
