import { and, asc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StrikeEvidence } from '#contract/strikes/data.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import { mayOf } from '#server/features/cases/cases.access.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { evidenceOfExcusals } from '../evidence/evidence.queries.ts'
import { type ExcusalRow, excusals } from './excusals.table.ts'

const [authors, editors] = [alias(users, 'authors'), alias(users, 'editors')]

/** In the order of call. What a juror asked of the court is no work product; what we think of it is. */
export const listExcusals = (db: Db, actor: Actor, seen: SeenSession): Promise<ExcusalRequest[]> =>
  select(db, actor, seen, eq(excusals.sessionId, seen.session.id))

export async function readExcusal(db: Db, actor: Actor, seen: SeenSession, id: string): Promise<ExcusalRequest> {
  const [found] = await select(db, actor, seen, eq(excusals.id, id))
  return found!
}

async function select(db: Db, actor: Actor, seen: SeenSession, where: SQL): Promise<ExcusalRequest[]> {
  const rows = await db
    .select({ excusal: excusals, jurorNumber: jurors.jurorNumber, author: authors.name, editor: editors.name })
    .from(excusals)
    .innerJoin(jurors, eq(jurors.id, excusals.jurorId))
    .innerJoin(authors, eq(authors.id, excusals.createdBy))
    .innerJoin(editors, eq(editors.id, excusals.updatedBy))
    .where(and(eq(excusals.caseId, seen.inCase.id), where))
    .orderBy(asc(jurors.orderIndex), asc(excusals.id))
  const sees = mayOf(seen.inCase).seeWorkProduct
  const ids = rows.map(({ excusal }) => excusal.id)
  const evidence = sees ? await evidenceOfExcusals(db, ids) : new Map<string, StrikeEvidence[]>()
  return rows.map(({ excusal, jurorNumber, author, editor }) => ({
    id: excusal.id,
    caseId: excusal.caseId,
    sessionId: excusal.sessionId,
    jurorId: excusal.jurorId,
    jurorNumber,
    kind: 'hardship',
    state: excusal.state,
    reason: excusal.reason,
    facts: excusal.facts,
    position: sees ? excusal.position : 'open',
    evidence: evidence.get(excusal.id) ?? [],
    ruling: excusal.ruling,
    judgeWords: excusal.judgeWords,
    ruledAt: excusal.ruledAt?.toISOString() ?? null,
    rulingTimecode: excusal.rulingTimecode,
    endReason: sees ? excusal.endReason : '',
    createdBy: author,
    createdById: excusal.createdBy,
    createdAt: excusal.createdAt.toISOString(),
    updatedBy: editor,
    updatedAt: excusal.updatedAt.toISOString(),
    version: excusal.version,
    may: whatMay(actor, seen, excusal),
  }))
}

export function whatMay({ userId }: Pick<Actor, 'userId'>, { inCase, session }: SeenSession, excusal: ExcusalRow) {
  const may = mayOf(inCase)
  const isSworn = inCase.status === 'jury_seated' || inCase.status === 'closed'
  const isOpen = excusal.state === 'open' && !isSworn && session.lockedAt === null
  return {
    edit: may.draftStrikes && isOpen,
    rule: may.recordRulings && (excusal.state === 'open' || excusal.state === 'ruled'),
    withdraw: may.draftStrikes && isOpen && (excusal.createdBy === userId || inCase.standing.role === 'lead'),
    void: may.overrideStrikes && excusal.state !== 'void' && !isSworn && session.lockedAt === null,
  }
}
