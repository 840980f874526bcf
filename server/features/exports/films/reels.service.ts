import { and, asc, eq } from 'drizzle-orm'
import type { Reel } from '#contract/highlights/reels.ts'
import { readHighlightsById } from '#server/features/highlights/highlights.queries.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/http/route.ts'
import { reelItems } from '../core/exports.table.ts'

/** Allowed in a locked session because its highlights can still be exported. */
export async function readReel({ db, actor }: Pick<Context, 'db' | 'actor'>, sessionId: string): Promise<Reel> {
  const seen = await requireSession(db, actor, sessionId, 'export', { evenLocked: true })
  return buildReel(db, seen, actor.userId)
}

async function buildReel(db: Db, seen: SeenSession, userId: string): Promise<Reel> {
  const rows = await db
    .select({ id: reelItems.highlightId })
    .from(reelItems)
    .where(and(eq(reelItems.sessionId, seen.session.id), eq(reelItems.userId, userId)))
    .orderBy(asc(reelItems.position))
  const ids = rows.map(({ id }) => id)
  const found = new Map((await readHighlightsById(db, seen, ids)).map((each) => [each.id, each]))
  return { highlights: ids.flatMap((id) => found.get(id) ?? []) }
}

export function saveReel({ db, actor }: Context, sessionId: string, ids: readonly string[]): Promise<Reel> {
  return db.transaction(async (tx) => {
    // An archived case doesn't allow `review`, so its reels stay unchanged.
    const seen = await requireSession(tx, actor, sessionId, 'review', { evenLocked: true })
    // The lock serializes saves from two tabs.
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update')
    const known = new Set((await readHighlightsById(tx, seen, ids)).map(({ id }) => id))
    await tx.delete(reelItems).where(and(eq(reelItems.sessionId, sessionId), eq(reelItems.userId, actor.userId)))
    const rows = ids
      .filter((id) => known.has(id))
      .map((highlightId, position) => ({ sessionId, userId: actor.userId, highlightId, position }))
    if (rows.length > 0) await tx.insert(reelItems).values(rows)
    return buildReel(tx, seen, actor.userId)
  })
}
