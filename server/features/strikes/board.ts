import { and, desc, eq, or, sql } from 'drizzle-orm'
import { getSides } from '#contract/cases/data.ts'
import { getSideNames } from '#contract/cases/sides.ts'
import type { QuestionBalance, StrikeBoard } from '#contract/strikes/board.ts'
import { listJurorTalk } from '#server/features/analysis/reading/juror-talk.queries.ts'
import { listRights } from '#server/features/cases/cases.access.ts'
import { isAnonymous } from '#server/features/jurors/jurors.access.ts'
import { countHands } from '#server/features/jurors/live-notes.service.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import { readSessionVideos } from '#server/features/videos/placing/session-videos.queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import { shareReads } from '#server/platform/batch.ts'
import { inert } from '#server/platform/escape.ts'
import type { Db } from '#server/platform/db.ts'
import { getBlockingReason } from '#contract/strikes/moves.ts'
import { readJurorFindings } from './evidence/said.queries.ts'
import { readStrikes } from './lifecycle/read.ts'
import { readPanel } from './panel.ts'
import { readBudgets, readSelection } from './selection/selection.ts'
import { selectionSteps, strikeEvents, strikes } from './strikes.table.ts'

type Shared = Awaited<ReturnType<typeof readShared>>
const share = shareReads<Shared>()

async function readShared(db: Db, { session, inCase }: SeenSession) {
  const panel = await readPanel(db, session)
  return {
    panel,
    found: await readJurorFindings(db, inCase.id),
    hands: await countHands(db, session.id),
    recordings: (await readSessionVideos(db, session.id)).length,
    budgets: await readBudgets(db, inCase),
    selection: await readSelection(db, inCase, panel),
  }
}

export async function readBoard(db: Db, actor: Actor, seen: SeenSession): Promise<StrikeBoard> {
  const { session, inCase } = seen
  const received = await readReceived(db, actor, inCase.id)
  const may = listRights(inCase)
  // Every open board refetches after each strike. Requests share a read only if they saw the same session and case.
  const { myRole: _, standing: __, accessEndsAt: ___, ...sameCase } = inCase
  const shared = await share(JSON.stringify([session, sameCase]), () => readShared(db, seen))
  const { panel, found, hands, recordings, budgets, selection } = shared
  const anonymous = isAnonymous(inCase)
  const { forumId, selectionMethod, jurySize, alternates, backStrikesAllowed, alternateStrikesSeparate } = inCase
  const { title, caseNumber, court, county, state, judge } = inCase
  return {
    session: {
      id: session.id,
      name: session.name,
      date: session.date,
      isLocked: session.lockedAt !== null,
      seatingLayout: session.seatingLayout,
      recordings,
    },
    case: {
      ...{ id: inCase.id, title, caseNumber, court, county, state, judge, status: inCase.status },
      ...{ forumId, selectionMethod, jurySize, alternates },
      ...{ backStrikesAllowed, alternateStrikesSeparate, us: getSides(inCase.ourSide).us, sides: getSideNames(inCase) },
    },
    budgets,
    jurors: panel.map((juror) => {
      const { quote = null, confirmed = null, suggested = null } = found.get(juror.id) ?? {}
      return {
        ...juror,
        name: anonymous ? null : juror.name,
        lean: may.seeWorkProduct ? juror.lean : null,
        quote,
        worst: { confirmed, suggested },
        hands: may.seeWorkProduct ? (hands.get(juror.id) ?? 0) : null,
      }
    }),
    strikes: await readStrikes(db, actor, inCase, sql`true`),
    selection,
    may: {
      draft: may.draftStrikes,
      approve: may.approveStrikes,
      exercise: may.exerciseStrikes,
      rule: may.recordRulings,
      override: may.overrideStrikes,
      seeWorkProduct: may.seeWorkProduct,
      seat: may.manageJurors,
    },
    received,
    readOnly: getBlockingReason(inCase) ?? (session.lockedAt ? 'This session is locked.' : null),
    serverTime: new Date().toISOString(),
  }
}

/**
 * Enough recent events for a device to find its last one. Events arrive in order, so the ones before it were received,
 * too.
 */
const latest = 50

/**
 * Returns the events that the device can drop from its queue. Call this before reading strikes and steps so that those
 * reads include every event it returns.
 */
async function readReceived(db: Db, actor: Actor, caseId: string): Promise<StrikeBoard['received']> {
  const moves = await db
    .select({ id: strikeEvents.id })
    .from(strikeEvents)
    .innerJoin(strikes, eq(strikes.id, strikeEvents.strikeId))
    .where(and(eq(strikes.caseId, caseId), eq(strikeEvents.byUser, actor.userId)))
    .orderBy(desc(strikeEvents.seq))
    .limit(latest)
  const steps = await db
    .select({ id: selectionSteps.id, byUser: selectionSteps.byUser, undoneBy: selectionSteps.undoneBy })
    .from(selectionSteps)
    .where(
      and(
        eq(selectionSteps.caseId, caseId),
        or(eq(selectionSteps.byUser, actor.userId), eq(selectionSteps.undoneBy, actor.userId)),
      ),
    )
    .orderBy(desc(selectionSteps.seq))
    .limit(latest)
  const recorded = steps.filter(({ byUser }) => byUser === actor.userId)
  const undone = steps.filter(({ undoneBy }) => undoneBy === actor.userId)
  return { events: [...moves, ...recorded].map(({ id }) => id), undoneSteps: undone.map(({ id }) => id) }
}

export async function readBalance(db: Db, { session, inCase }: SeenSession): Promise<QuestionBalance> {
  const talk = new Map((await listJurorTalk(db, inCase.id)).map((each) => [each.jurorId, each]))
  const jurors = (await readPanel(db, session)).map(({ id, number, seat, status }) => ({
    jurorId: id,
    number,
    seat,
    status,
    questions: talk.get(id)?.questionCount ?? null,
    seconds: talk.get(id)?.speakingSeconds ?? null,
  }))
  return {
    jurors,
    medianQuestions: median(jurors.map(({ questions }) => questions)),
    medianSeconds: median(jurors.map(({ seconds }) => seconds)),
    // The "questioned" status, which a person sets, also counts because most voir dire isn't recorded.
    notYetQuestioned: jurors
      .filter(({ questions, status }) => !questions && (status === 'in_venire' || status === 'seated'))
      .map((each) => each.jurorId),
  }
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((each) => each !== null).toSorted((a, b) => a - b)
  if (known.length === 0) return null
  const middle = known.length >> 1
  return known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2
}

/** Returns RFC 4180 CSV with a byte order mark so that spreadsheets detect UTF-8. */
export function toBalanceCsv({ jurors }: QuestionBalance): string {
  const rows = jurors.map(({ number, seat, status, questions, seconds }) =>
    [number, seat, status.replaceAll('_', ' '), questions, seconds === null ? null : seconds.toFixed(1)]
      .map(cell)
      .join(','),
  )
  return `\uFEFF${['Juror,Seat,Status,Questions,Seconds', ...rows].join('\r\n')}\r\n`
}

function cell(value: string | number | null): string {
  const safe = String(inert(value) ?? '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
