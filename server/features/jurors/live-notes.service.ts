import { and, count, desc, eq, sql } from 'drizzle-orm'
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { LiveNote, LiveNoteKind, writeLiveNote as writeEndpoint } from '#contract/jurors/live-notes.ts'
import { jurorLimits } from '#contract/jurors/jurors.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { requireJuror } from './jurors.access.ts'
import { auditJuror } from './jurors.events.ts'
import { jurors } from './jurors.table.ts'

const liveNotes = pgTable('live_notes', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  jurorId: uuid('juror_id').notNull(),
  kind: text('kind').$type<LiveNoteKind>().notNull(),
  text: text('text').notNull(),
  byUser: uuid('by_user').notNull(),
  at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
  addedTag: boolean('added_tag').notNull().default(false),
})

const maxListed = 500

export async function listLiveNotes(
  { db, actor }: Context,
  sessionId: string,
  jurorId: string | undefined,
): Promise<LiveNote[]> {
  await requireSession(db, actor, sessionId, 'seeWorkProduct', { evenLocked: true })
  const rows = await db
    .select({ note: liveNotes, by: selectShownName('users', actor.firmId) })
    .from(liveNotes)
    .innerJoin(users, eq(users.id, liveNotes.byUser))
    .where(and(eq(liveNotes.sessionId, sessionId), ...(jurorId ? [eq(liveNotes.jurorId, jurorId)] : [])))
    .orderBy(desc(liveNotes.at), desc(liveNotes.id))
    .limit(maxListed)
  return rows.map(shape)
}

export async function countHands(db: Db, sessionId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ jurorId: liveNotes.jurorId, hands: count() })
    .from(liveNotes)
    .where(and(eq(liveNotes.sessionId, sessionId), eq(liveNotes.kind, 'hand')))
    .groupBy(liveNotes.jurorId)
  return new Map(rows.map(({ jurorId, hands }) => [jurorId, hands]))
}

/** Idempotent because offline devices may resend a note. A tag is also added to the juror. */
export function writeLiveNote(
  { db, actor, ip }: Context,
  sessionId: string,
  { eventId, at, jurorId, kind, text: words }: z.output<typeof writeEndpoint.input>,
): Promise<LiveNote> {
  return db.transaction(async (tx) => {
    const { session } = await requireSession(tx, actor, sessionId, 'rateJurors')
    const { juror } = await requireJuror(tx, actor, jurorId, 'rateJurors', { lock: true })
    if (juror.caseId !== session.caseId) throw absent('juror')
    const [written] = await tx
      .insert(liveNotes)
      .values({
        id: eventId,
        firmId: actor.firmId,
        sessionId,
        jurorId,
        kind,
        text: words,
        byUser: actor.userId,
        at: at ? new Date(at) : new Date(),
        addedTag: kind === 'tag' && !juror.tags.includes(words),
      })
      .onConflictDoNothing()
      .returning()
    if (written) {
      if (kind === 'tag') await addTag(tx, juror, words)
      await auditJuror(tx, { actor, ip }, 'juror.live_note_written', juror)
    }
    const [row] = await tx
      .select({ note: liveNotes, by: selectShownName('users', actor.firmId) })
      .from(liveNotes)
      .innerJoin(users, eq(users.id, liveNotes.byUser))
      .where(and(eq(liveNotes.id, eventId), eq(liveNotes.sessionId, sessionId), eq(liveNotes.byUser, actor.userId)))
    // The ID is already used for a note by another person or in another session.
    if (!row) throw new Refusal('conflict', 'Couldn’t save this note. Enter it again.')
    return shape(row)
  })
}

export function undoLiveNote({ db, actor, ip }: Context, id: string): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const isOwn = and(eq(liveNotes.id, id), eq(liveNotes.firmId, actor.firmId), eq(liveNotes.byUser, actor.userId))
    const [note] = await tx.select().from(liveNotes).where(isOwn)
    if (!note) throw absent('note')
    await requireSession(tx, actor, note.sessionId, 'rateJurors')
    const { juror } = await requireJuror(tx, actor, note.jurorId, 'rateJurors', { lock: true })
    const [gone] = await tx.delete(liveNotes).where(isOwn).returning({ addedTag: liveNotes.addedTag })
    if (!gone) throw absent('note')
    if (gone.addedTag)
      await tx
        .update(jurors)
        .set({
          tags: juror.tags.filter((tag) => tag !== note.text),
          version: sql`version + 1`,
          updatedAt: new Date(),
        })
        .where(eq(jurors.id, juror.id))
    await auditJuror(tx, { actor, ip }, 'juror.live_note_undone', juror)
    return { ok: true }
  })
}

async function addTag(tx: Db, juror: { id: string; tags: string[]; jurorNumber: string }, tag: string): Promise<void> {
  if (juror.tags.includes(tag)) return
  if (juror.tags.length >= jurorLimits.tags) {
    throw new Refusal(
      'conflict',
      `Juror ${juror.jurorNumber} has ${jurorLimits.tags} tags, the maximum. Remove one first.`,
    )
  }
  await tx
    .update(jurors)
    .set({ tags: [...juror.tags, tag], version: sql`version + 1`, updatedAt: new Date() })
    .where(eq(jurors.id, juror.id))
}

const shape = ({ note, by }: { note: typeof liveNotes.$inferSelect; by: string }): LiveNote => ({
  id: note.id,
  jurorId: note.jurorId,
  sessionId: note.sessionId,
  kind: note.kind,
  text: note.text,
  by,
  at: note.at.toISOString(),
})
