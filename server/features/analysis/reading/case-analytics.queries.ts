import { sql } from 'drizzle-orm'
import type { CaseAnalytics } from '#contract/cases/analytics.ts'
import type { VideoStatus } from '#contract/videos/videos.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'

export async function readCaseAnalytics(db: Db, actor: Actor, caseId: string): Promise<CaseAnalytics> {
  await requireCase(db, actor, caseId)
  const ofCase = sql`videos.case_id = ${caseId} and ${visibleTo(actor)}`
  const videos = await db.execute<{ status: VideoStatus; count: number; seconds: number }>(sql`
    select video_states.status, count(*)::int as count, coalesce(sum(videos.duration_ms), 0)::float8 / 1000 as seconds
    from videos join video_states on video_states.video_id = videos.id
    where ${ofCase} group by video_states.status`)
  const findings = await db.execute<CaseAnalytics['findings'][number]>(sql`
    select findings.type, findings.severity, count(*)::int as count
    from findings join videos on videos.id = findings.video_id
    where ${ofCase} group by findings.type, findings.severity order by findings.type, findings.severity`)
  const talk = await db.execute<CaseAnalytics['talk'][number]>(sql`
    select speaker->>'role' as role, sum((speaker->>'talkMs')::float8) / 1000 as seconds
    from analyses join videos on videos.id = analyses.video_id
    cross join lateral jsonb_array_elements(analyses.speakers) as speaker
    where ${ofCase} and speaker->>'talkMs' is not null
    group by speaker->>'role' order by seconds desc`)
  const byStatus: CaseAnalytics['videos']['byStatus'] = { uploading: 0, processing: 0, completed: 0, failed: 0 }
  for (const each of videos.rows) byStatus[each.status] = each.count
  return {
    videos: {
      total: videos.rows.reduce((sum, each) => sum + each.count, 0),
      byStatus,
      seconds: videos.rows.reduce((sum, each) => sum + each.seconds, 0),
    },
    findings: findings.rows,
    talk: talk.rows,
  }
}
