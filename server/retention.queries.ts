import { sql } from 'drizzle-orm'
import { retentionEnd } from '#server/features/cases/cases.purge.ts'
import type { Db } from '#server/platform/db.ts'

/** Omits case names because the operator must not see a firm's work. */
type Due = {
  firm: string
  kind: 'case' | 'video' | 'session' | 'juror'
  id: string
  /** Items marked `delete` can be restored for DELETED_KEEP_DAYS. `destroy` is permanent. */
  step: 'delete' | 'destroy'
  at: string
  videos: number
  bytes: number
}

export async function previewRetention(db: Db, deletedKeepDays: number, days: number): Promise<Due[]> {
  const keep = sql`make_interval(secs => ${deletedKeepDays * 86_400})`
  const { rows } = await db.execute<Due & { at: string }>(sql`
    with due as (
      select firm_id, 'case' as kind, id, 'delete' as step,
        ${retentionEnd} as at
      from cases where status = 'archived' and deleted_at is null
      union all select firm_id, 'case', id, 'destroy', deleted_at + ${keep} from cases where deleted_at is not null
      union all select firm_id, 'video', id, 'destroy', deleted_at + ${keep} from videos where deleted_at is not null
      union all select firm_id, 'session', id, 'destroy', deleted_at + ${keep} from sessions where deleted_at is not null
      union all select firm_id, 'juror', id, 'destroy', deleted_at + ${keep} from jurors where deleted_at is not null)
    select firms.name as firm, due.kind, due.id, due.step, due.at::text as at,
      (select count(*) from videos where due.kind = 'case' and case_id = due.id or due.kind = 'video' and videos.id = due.id)::int as videos,
      (select coalesce(sum(size_bytes), 0) from videos
        where due.kind = 'case' and case_id = due.id or due.kind = 'video' and videos.id = due.id)::float8 as bytes
    from due join firms on firms.id = due.firm_id
    where due.at < now() + make_interval(days => ${days})
    order by due.at, due.id`)
  return rows.map((each) => ({ ...each, at: new Date(each.at).toISOString() }))
}
