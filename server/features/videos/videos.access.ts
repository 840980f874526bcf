import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type CaseRole, paralegalDeleteHours, videoPermissions } from '#contract/permissions.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { type VideoRow, videos } from './videos.table.ts'

export type VideoAction = keyof typeof videoPermissions
/** A video as its actor sees it: with the role the actor has in its case, null for a video without a case. */
export type SeenVideo = VideoRow & { caseRole: CaseRole | null }

/**
 * Who sees a video: the members of its case; without a case its uploader and the firm's administrators.
 * Names the table itself, so every query that uses it says `videos` and no alias.
 */
export const visibleTo = (actor: Actor): SQL => sql`(
  videos.firm_id = ${actor.firmId} and videos.deleted_at is null
  and case when videos.case_id is null then videos.uploaded_by = ${actor.userId} or ${isAdministrator(actor)}
    else exists (select from case_access
      where case_access.case_id = videos.case_id and case_access.user_id = ${actor.userId}) end)`

export const caseRoleOf = (actor: Actor): SQL<CaseRole | null> => sql<CaseRole | null>`(select case_access.role
  from case_access where case_access.case_id = videos.case_id and case_access.user_id = ${actor.userId})`

/** The video, if the actor may see it; anybody else's is as absent as a missing one. */
export async function requireVideo(db: Db, actor: Actor, videoId: string, lock?: 'lock'): Promise<SeenVideo> {
  const query = db
    .select({ ...getTableColumns(videos), caseRole: caseRoleOf(actor) })
    .from(videos)
    .where(and(eq(videos.id, videoId), visibleTo(actor)))
  const [video] = await (lock ? query.for('update') : query)
  if (!video) throw absent('video')
  return video
}

/** Whether the actor, who sees the video, may do this with it. Without a case, who sees it may do everything. */
export function may(actor: Actor, video: SeenVideo, action: VideoAction): boolean {
  if (video.caseId === null) return true
  const roles: readonly CaseRole[] = videoPermissions[action]
  if (!video.caseRole || !roles.includes(video.caseRole)) return false
  return action !== 'remove' || video.caseRole !== 'paralegal' || isFreshUploadOf(actor, video)
}

export function requireMay(actor: Actor, video: SeenVideo, action: VideoAction): void {
  if (may(actor, video, action)) return
  if (action === 'remove' && video.caseRole === 'paralegal') {
    throw new Refusal(
      'not_allowed',
      `A paralegal may delete only videos of their own, within ${paralegalDeleteHours} hours. Ask the lead or an attorney of the case.`,
    )
  }
  throw refusalFor(action)
}

/** For an action on a case rather than on a video of it. */
export function requireCaseRole(role: CaseRole, action: VideoAction): void {
  const roles: readonly CaseRole[] = videoPermissions[action]
  if (!roles.includes(role)) throw refusalFor(action)
}

const verbs: Record<VideoAction, string> = {
  see: 'see its videos',
  upload: 'add videos to it',
  reprocess: 'have its videos analysed',
  remove: 'remove its videos',
  annotate: 'annotate its videos',
}

function refusalFor(action: VideoAction): Refusal {
  const roles = videoPermissions[action]
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    roles.map((role) => `a ${role}`.replace('a a', 'an a')),
  )
  return new Refusal('not_allowed', `Only ${list} of this case may ${verbs[action]}.`)
}

const isFreshUploadOf = (actor: Actor, video: SeenVideo): boolean =>
  video.uploadedBy === actor.userId && Date.now() - video.createdAt.getTime() < paralegalDeleteHours * 3_600_000
