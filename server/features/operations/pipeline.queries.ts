import { sql } from 'drizzle-orm'
import type { PipelineReport, PipelineStatus } from '#contract/operations/operations.ts'
import type { Db } from '#server/platform/db.ts'

type Step = PipelineReport['steps'][number]
type RunRow = { kind: PipelineReport['kind']; steps: Step[]; reported_at: Date | string }

export async function savePipelineReport(db: Db, { kind, run, steps }: PipelineReport): Promise<void> {
  await db.execute(sql`
    insert into pipeline_runs values (${kind}, ${run}, ${JSON.stringify(steps)}::jsonb, now())
    on conflict (kind) do update set run = excluded.run, steps = excluded.steps, reported_at = excluded.reported_at`)
}

async function lastRuns(db: Db): Promise<RunRow[]> {
  const { rows } = await db.execute<RunRow>(sql`select kind, steps, reported_at from pipeline_runs order by kind`)
  return rows
}

export async function buildStatus(db: Db): Promise<string | null> {
  const build = (await lastRuns(db)).find((each) => each.kind === 'build')
  if (!build) return null
  if (build.steps.some((step) => step.status === 'failed')) return 'Failing'
  return build.steps.some((step) => step.status === 'running' || step.status === 'pending') ? 'Running' : 'Passing'
}

export async function readPipelineStatus(db: Db): Promise<PipelineStatus> {
  const runs = await lastRuns(db)
  const { rows } = await db.execute<{ waiting: string; running: string; completed: string; failed: string }>(sql`
    select count(*) filter (where state = 'queued') as waiting,
      count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'completed' and finished_at > now() - interval '24 hours') as completed,
      count(*) filter (where state = 'failed' and finished_at > now() - interval '24 hours') as failed
    from analysis_runs`)
  const media = {
    waiting: Number(rows[0]?.waiting),
    running: Number(rows[0]?.running),
    completed24h: Number(rows[0]?.completed),
    failed24h: Number(rows[0]?.failed),
  }
  const steps = runs.flatMap(({ kind, steps: ofRun }) => ofRun.map((step) => [`${kind}: ${step.name}`, step] as const))
  const isRunning = media.running > 0 || steps.some(([, step]) => step.status === 'running')
  const hasFailed = steps.some(([, step]) => step.status === 'failed')
  return {
    status: isRunning ? 'running' : hasFailed ? 'failed' : 'idle',
    steps: Object.fromEntries(steps.map(([name, step]) => [name, shapeStep(step)])),
    reportedAt: newest(runs.map((run) => new Date(run.reported_at))),
    media,
    integrity: await readChecks(db),
  }
}

export async function readChecks(db: Db): Promise<NonNullable<PipelineStatus['integrity']>> {
  const { rows } = await db.execute<{ ok: number; changed: number; unchecked: number; oldest: string | null }>(sql`
    with checked as (
      select bool_or(integrity = 'changed') as changed, min(checked_at) as at,
        count(media_checks.video_id) < 1 + (select count(*) from video_files
          where video_files.video_id = videos.id and video_files.kind = 'proxy') as unchecked
      from videos left join media_checks on media_checks.video_id = videos.id
      where deleted_at is null and received_at is not null and sha256 is not null group by videos.id
    )
    select count(*) filter (where changed)::int as changed,
      count(*) filter (where changed is not true and unchecked)::int as unchecked,
      count(*) filter (where changed is not true and not unchecked)::int as ok, min(at) as oldest
    from checked`)
  const { ok = 0, changed = 0, unchecked = 0, oldest = null } = rows[0] ?? {}
  return { ok, changed, unchecked, oldestCheckAt: oldest && new Date(oldest).toISOString() }
}

const shapeStep = ({ status, seconds, result, progress }: Step) => ({
  status,
  duration: seconds === undefined ? null : formatSeconds(seconds),
  result: result ?? null,
  progress: progress ?? (status === 'completed' ? 100 : 0),
})

const formatSeconds = (seconds: number): string => {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const newest = (times: readonly Date[]): string | null =>
  times.length === 0 ? null : new Date(Math.max(...times.map(Number))).toISOString()
