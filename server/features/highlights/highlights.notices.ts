/** Messages must not name a juror or quote the transcript, a highlight, or a comment. */
import { sql } from 'drizzle-orm'
import type { CaseRole } from '#contract/account/permissions.ts'
import { casePermissions } from '#contract/account/permissions.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'

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

/** Reports the session's total so that the notice for the next video can replace this one. */
export async function notifyCritical(tx: Db, session: SessionRow, actorId: string | null): Promise<void> {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from highlights
    join session_videos on session_videos.session_id = highlights.session_id
      and session_videos.video_id = highlights.video_id
    join videos on videos.id = highlights.video_id and videos.deleted_at is null
    where highlights.session_id = ${session.id} and highlights.status = 'suggested' and highlights.severity = 'critical'`)
  const count = rows[0]?.waiting ?? 0
  await notify(tx, {
    ...ofSession(session, actorId),
    topic: 'highlight.critical_found',
    type: 'warning',
    title: count === 1 ? 'Critical highlight found' : 'Critical highlights found',
    message: `${session.name}: ${count === 1 ? '1 critical suggestion needs' : `${count} critical suggestions need`} a decision.`,
    action: { url: `/sessions/${session.id}/highlights?severity=critical&status=suggested`, label: 'Review' },
    to: { caseRoles: reviewers },
  })
}

export async function notifyTextChanged(
  tx: Db,
  session: SessionRow,
  changed: readonly { decidedBy: string | null }[],
  actorId: string | null,
): Promise<void> {
  const count = changed.length
  await notify(tx, {
    ...ofSession(session, actorId),
    topic: 'highlight.text_changed',
    type: 'warning',
    title: 'Highlighted text changed',
    message: `${session.name}: ${count === 1 ? '1 confirmed highlight no longer matches' : `${count} confirmed highlights no longer match`} the transcript.`,
    action: { url: `/sessions/${session.id}/highlights?status=confirmed`, label: 'Review' },
    to: { userIds: changed.map(({ decidedBy }) => decidedBy), caseRoles: ['lead'] },
  })
}

type Comment = { highlightId: string; text: string; by: string; url: `/${string}` }

export async function notifyMentioned(
  tx: Db,
  session: SessionRow,
  { highlightId, text, by, url }: Comment,
): Promise<void> {
  if (!text.includes('@')) return
  const { rows } = await tx.execute<{ user_id: string; name: string; is_author: boolean }>(sql`
    select case_access.user_id, users.name, users.id = ${by} as is_author from case_access
    join users on users.id = case_access.user_id where case_access.case_id = ${session.caseId}`)
  const mentioned = new Set(
    findMentions(
      text,
      rows.map((row) => row.name),
    ),
  )
  const userIds = rows.filter((row) => mentioned.has(row.name)).map((row) => row.user_id)
  if (userIds.length === 0) return
  const author = rows.find((row) => row.is_author)?.name ?? 'A colleague'
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
