import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { FindingDecision } from '#contract/highlights/highlights.ts'
import { findings } from '#server/features/analysis/analysis.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { users } from '#server/features/team/team.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { keyed } from './highlights.sync.ts'
import { highlights } from './highlights.table.ts'

/** Of the session that the video is in now. The caller has checked that the actor may see the video. */
export async function listFindingDecisions(db: Db, videoId: string): Promise<FindingDecision[]> {
  const { id, sessionId, findingKey, status, severity, dismissReason } = highlights
  const decided = await db
    .select({ id, sessionId, key: findingKey, status, severity, dismissReason, decidedBy: users.name })
    .from(highlights)
    .innerJoin(
      sessionVideos,
      and(eq(sessionVideos.sessionId, highlights.sessionId), eq(sessionVideos.videoId, highlights.videoId)),
    )
    .innerJoin(sessions, and(eq(sessions.id, highlights.sessionId), isNull(sessions.deletedAt)))
    .leftJoin(users, eq(users.id, highlights.decidedBy))
    .where(and(eq(highlights.videoId, videoId), ne(highlights.status, 'suggested')))
  if (decided.length === 0) return []
  const found = await db
    .select({ id: findings.id, body: findings.body })
    .from(findings)
    .where(eq(findings.videoId, videoId))
    .orderBy(asc(findings.position))
  const byKey = new Map(decided.map((row) => [row.key, row]))
  const keys = [...keyed(found.map(({ body }) => body)).keys()]
  // `keyed` keeps the order of the findings and gives each a key of its own.
  return found.flatMap((finding, at) => {
    const row = byKey.get(keys[at] ?? '')
    if (!row || row.status === 'suggested') return []
    const { id: highlightId, key: _key, status: decision, ...rest } = row
    return [{ ...rest, highlightId, findingId: finding.id, status: decision }]
  })
}
