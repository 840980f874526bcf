import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  getCaseRefusal,
  type CaseRole,
  caseRule,
  paralegalDeleteHours,
  videoActions,
  videoAllows,
} from '#contract/account/permissions.ts'
import { caseIsArchived } from '#server/features/cases/cases.access.ts'
import { sessionIsLocked } from '#server/features/sessions/sessions.access.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { type VideoRow, videos } from './videos.table.ts'

export type VideoAction = keyof typeof videoActions
/** `caseRole` is the actor's role in the video's case, or null if it has no case. */
export type SeenVideo = VideoRow & { caseRole: CaseRole | null; isArchived: boolean; isLocked: boolean }

/**
 * Selects videos that are visible to case members or, if there is no case, to the uploader and the firm's
 * administrators. If a case's wall still applies, its lead takes the place of an uploader who left. Queries must use the
 * table name `videos` without an alias.
 */
export const visibleTo = (actor: Actor): SQL => sql`(videos.deleted_at is null and ${reachableBy(actor)})`

const reachableWhenDeleted = (actor: Actor): SQL => sql`(videos.deleted_at is not null and ${reachableBy(actor)})`

const reachableBy = (actor: Actor): SQL => sql`(
  videos.firm_id = ${actor.firmId}
  and case when videos.case_id is null then videos.uploaded_by = ${actor.userId}
    or ${isAdministrator(actor)} and videos.kept_out_of is null
    or not exists (select from members where members.firm_id = videos.firm_id
        and members.user_id = videos.uploaded_by and members.status = 'active')
      and exists (select from case_access where case_access.case_id = videos.kept_out_of
        and case_access.user_id = ${actor.userId} and case_access.role = 'lead')
    else exists (select from case_access
      where case_access.case_id = videos.case_id and case_access.user_id = ${actor.userId}) end)`

export const selectCaseRole = (actor: Actor): SQL<CaseRole | null> => sql<CaseRole | null>`(select case_access.role
  from case_access where case_access.case_id = videos.case_id and case_access.user_id = ${actor.userId})`

/** A video can't be changed if its case is archived or its session is locked. */
export const lockFlags = {
  isArchived: sql<boolean>`exists (select from cases where cases.id = videos.case_id and cases.status = 'archived')`,
  isLocked: sql<boolean>`exists (select from session_videos join sessions on sessions.id = session_videos.session_id
    where session_videos.video_id = videos.id and sessions.deleted_at is null and sessions.locked_at is not null)`,
}

/**
 * Throws `not_found` if the actor can't see the video. `edit` locks the row against other edits, but other transactions
 * can still reference it.
 */
export async function requireVideo(
  db: Db,
  actor: Actor,
  videoId: string,
  lock?: 'lock' | 'edit',
  { deleted = false } = {},
): Promise<SeenVideo> {
  const query = db
    .select({ ...getTableColumns(videos), caseRole: selectCaseRole(actor), ...lockFlags })
    .from(videos)
    .where(and(eq(videos.id, videoId), deleted ? reachableWhenDeleted(actor) : visibleTo(actor)))
  const [video] = await (lock ? query.for(lock === 'edit' ? 'no key update' : 'update') : query)
  if (!video) throw absent('video')
  return video
}

type Topics = { topics: string[]; themes?: { name: string }[] | null | undefined }

export const seesWorkProduct = ({ caseId, caseRole }: Pick<SeenVideo, 'caseId' | 'caseRole'>): boolean =>
  caseId === null || (caseRole !== null && caseRule('seeWorkProduct').roles.includes(caseRole))

/** A case's themes are work product. */
export function listTopics(video: Pick<SeenVideo, 'caseId' | 'caseRole'>, { topics, themes }: Topics): string[] {
  if (seesWorkProduct(video)) return topics
  const names = new Set(themes?.map(({ name }) => name))
  return topics.filter((topic) => !names.has(topic))
}

type Standing = Pick<SeenVideo, 'caseId' | 'caseRole' | 'isArchived' | 'isLocked' | 'uploadedBy' | 'createdAt'>

/** If the video has no case, anyone who can see it may act on it. */
export const may = (actor: Actor, video: Standing, action: VideoAction): boolean =>
  getRefusal(actor, video, action) === null

/** Throws 403 with the required role, or 423 if the case is archived or the session is locked. */
export function requireMay(actor: Actor, video: SeenVideo, action: VideoAction): void {
  const refusal = getRefusal(actor, video, action)
  if (refusal) throw refusal
}

function getRefusal(actor: Actor, video: Standing, action: VideoAction): Refusal | null {
  if (video.caseId === null) return null
  const inCase = videoActions[action]
  const standing = { role: video.caseRole, isAdministrator: isAdministrator(actor) }
  if (!videoAllows(standing, action, { isOwn: isFreshUpload(actor, video) })) {
    return new Refusal(
      'not_allowed',
      action === 'remove' && video.caseRole === 'paralegal'
        ? `Paralegals can delete only their own videos, within ${paralegalDeleteHours} hours of uploading. Ask the case lead or an attorney.`
        : getCaseRefusal(inCase),
    )
  }
  if (caseRule(inCase).whileArchived) return null
  if (video.isArchived) return caseIsArchived()
  return video.isLocked ? sessionIsLocked() : null
}

const isFreshUpload = (actor: Actor, video: Standing): boolean =>
  video.uploadedBy === actor.userId && Date.now() - video.createdAt.getTime() < paralegalDeleteHours * 3_600_000
