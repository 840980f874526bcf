import { sql } from 'drizzle-orm'
import { sidesOf } from '#contract/cases/data.ts'
import { sideNames } from '#contract/cases/sides.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { mayOf } from '#server/features/cases/cases.access.ts'
import { isAnonymous } from '#server/features/jurors/jurors.access.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import { videosOfSession } from '#server/features/videos/session-videos.queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { panelOf } from './selection/board.panel.ts'
import { receivedFrom } from './board.received.ts'
import { readBudgets } from './selection/budgets.queries.ts'
import { readSelection } from './selection/selection.record.ts'
import { confirmedWords } from './evidence/statements.ts'
import { readStrikes } from './lifecycle/read.ts'
import { whyNotYet } from './lifecycle/strikes.validation.ts'

/** All that a courtroom screen shows, in one answer that a device can keep for when it is offline. */
export async function readBoard(db: Db, actor: Actor, { session, inCase }: SeenSession): Promise<StrikeBoard> {
  const received = await receivedFrom(db, actor, inCase.id)
  const may = mayOf(inCase)
  const panel = await panelOf(db, session)
  const said = await confirmedWords(db, inCase.id)
  const anonymous = isAnonymous(inCase)
  const { forumId, selectionMethod, jurySize, alternates, backStrikesAllowed, alternateStrikesSeparate } = inCase
  return {
    session: {
      id: session.id,
      name: session.name,
      isLocked: session.lockedAt !== null,
      seatingLayout: session.seatingLayout,
      recordings: (await videosOfSession(db, session.id)).length,
    },
    case: {
      ...{ id: inCase.id, title: inCase.title, status: inCase.status, forumId, selectionMethod, jurySize, alternates },
      ...{ backStrikesAllowed, alternateStrikesSeparate, us: sidesOf(inCase.ourSide).us, sides: sideNames(inCase) },
    },
    budgets: await readBudgets(db, inCase),
    jurors: panel.map((juror) => ({
      ...juror,
      name: anonymous ? null : juror.name,
      lean: may.seeWorkProduct ? juror.lean : null,
      quote: said.get(juror.id)?.[0]?.quote ?? null,
    })),
    strikes: await readStrikes(db, actor, inCase, sql`true`),
    selection: await readSelection(db, inCase, panel),
    may: {
      draft: may.draftStrikes,
      approve: may.approveStrikes,
      exercise: may.exerciseStrikes,
      rule: may.recordRulings,
      override: may.overrideStrikes,
      seeWorkProduct: may.seeWorkProduct,
    },
    received,
    readOnly: whyNotYet(inCase) ?? (session.lockedAt ? 'This session is locked.' : null),
    serverTime: new Date().toISOString(),
  }
}
