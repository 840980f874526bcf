/** Messages must not name a juror or quote the transcript, a highlight, or a comment. */
import { and, count, eq, isNull } from 'drizzle-orm'
import type { CaseRole } from '#contract/account/permissions.ts'
import { casePermissions } from '#contract/account/permissions.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import { users } from '#server/features/team/team.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { highlights } from './highlights.table.ts'

const reviewers: readonly CaseRole[] = casePermissions.review.roles

const ofSession = ({ id, firmId, caseId }: SessionRow, actorId: string | null) => ({
  firmId,
  caseId,
  actorId,
  entityId: id,
  category: 'session' as const,
})

export async function notifyReady(tx: Db, session: SessionRow, actorId: string | null): Promise<void> {
  await notify(tx, {
    ...ofSession(session, actorId),
    topic: 'session.ready_for_review',
    type: 'info',
    title: 'Session ready for review',
    message: `${session.name}: all videos are analyzed and suggestions are ready for review.`,
    action: { url: `/sessions/${session.id}/review`, label: 'Review' },
    to: { caseRoles: reviewers },
  })
}

async function countCritical(tx: Db, sessionId: string): Promise<number> {
  const [waiting] = await tx
    .select({ count: count() })
    .from(highlights)
    .innerJoin(
      sessionVideos,
      and(eq(sessionVideos.sessionId, highlights.sessionId), eq(sessionVideos.videoId, highlights.videoId)),
    )
    .innerJoin(videos, and(eq(videos.id, highlights.videoId), isNull(videos.deletedAt)))
    .where(
      and(eq(highlights.sessionId, sessionId), eq(highlights.status, 'suggested'), eq(highlights.severity, 'critical')),
    )
  return waiting!.count
}

/** Reports the session's total so that the notice for the next video can replace this one. */
export async function notifyCritical(tx: Db, session: SessionRow, actorId: string | null): Promise<void> {
  const total = await countCritical(tx, session.id)
  await notify(tx, {
    ...ofSession(session, actorId),
    topic: 'highlight.critical_found',
    type: 'warning',
    title: total === 1 ? 'Critical highlight found' : 'Critical highlights found',
    message: `${session.name}: ${total === 1 ? '1 critical suggestion needs' : `${total} critical suggestions need`} a decision.`,
    action: { url: `/sessions/${session.id}/highlights?severity=critical&status=suggested`, label: 'Review' },
    to: { caseRoles: reviewers },
  })
}

type Decided = readonly { decidedBy: string | null }[]

/** Reaches the lead and whoever decided the highlights, if they may still review. */
const ofDecided = (session: SessionRow, changed: Decided, actorId: string | null) => ({
  ...ofSession(session, actorId),
  type: 'warning' as const,
  action: { url: `/sessions/${session.id}/highlights?status=confirmed` as const, label: 'Review' },
  needs: 'review' as const,
  to: { userIds: changed.map(({ decidedBy }) => decidedBy), caseRoles: ['lead'] as const },
})

export async function notifyTextChanged(
  tx: Db,
  session: SessionRow,
  changed: Decided,
  actorId: string | null,
): Promise<void> {
  const count = changed.length
  await notify(tx, {
    ...ofDecided(session, changed, actorId),
    topic: 'highlight.text_changed',
    title: 'Highlighted text changed',
    message: `${session.name}: ${count === 1 ? '1 confirmed highlight no longer matches' : `${count} confirmed highlights no longer match`} the transcript.`,
  })
}

export async function notifyJurorChanged(tx: Db, session: SessionRow, changed: Decided): Promise<void> {
  const count = changed.length
  await notify(tx, {
    ...ofDecided(session, changed, null),
    topic: 'highlight.juror_changed',
    title: 'Highlight’s speaker changed',
    message: `${session.name}: after a new analysis, ${count === 1 ? '1 confirmed highlight belongs' : `${count} confirmed highlights belong`} to someone else. Check who spoke.`,
  })
}

type Comment = { highlightId: string; text: string; by: string; url: `/${string}` }

export async function notifyMentioned(
  tx: Db,
  session: SessionRow,
  { highlightId, text, by, url }: Comment,
): Promise<void> {
  if (!text.includes('@')) return
  const members = await tx
    .select({ userId: users.id, name: users.name })
    .from(caseAccess)
    .innerJoin(users, eq(users.id, caseAccess.userId))
    .where(eq(caseAccess.caseId, session.caseId))
  const mentioned = findMentions(
    text,
    members.map(({ name }) => name),
  )
  const userIds = members.filter(({ name }) => mentioned.includes(name)).map(({ userId }) => userId)
  if (userIds.length === 0) return
  const author = members.find(({ userId }) => userId === by)?.name ?? 'A colleague'
  await notify(tx, {
    ...ofSession(session, by),
    topic: 'highlight.mentioned',
    entityId: highlightId,
    type: 'info',
    category: 'team',
    title: 'You were mentioned',
    message: `${author} mentioned you in a comment on a highlight in ${session.name}.`,
    action: { url, label: 'Read' },
    to: { userIds },
  })
}

export function findMentions(text: string, names: readonly string[]): string[] {
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length)
  const lower = text.toLowerCase()
  const found = new Set<string>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    const name = longestFirst.find(
      (each) =>
        lower.startsWith(each.toLowerCase(), at + 1) && !/[\p{L}\p{N}]/u.test(lower[at + 1 + each.length] ?? ''),
    )
    if (name) found.add(name)
  }
  return [...found]
}
