import { sql } from 'drizzle-orm'
import { type PartialTurn, type StageName, stageNames, type StageProgress } from '#contract/videos/analysis.ts'
import type { VideoProgress } from '#contract/sessions/session-videos.ts'
import type { TranscriptSource } from '#contract/videos/transcript.ts'
import type { VideoStatus } from '#contract/videos/videos.ts'
import { listRights } from '#server/features/cases/cases.access.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import { percent, uploadProgress } from '#server/features/videos/uploads/store.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import type { RunRow } from '../analysis.table.ts'
import { queuePosition, utc } from '../reading/library.queries.ts'
import { speakerName } from '../speaker-name.ts'
import type { PartialTranscript } from '#contract/sessions/progress.ts'

const shownTurns = 6
const shownPartialTurns = 4

type Row = {
  videoId: string
  position: number
  offsetMs: number
  camera: string
  filename: string
  size: number
  durationMs: number | null
  status: VideoStatus
  runState: RunRow['state'] | null
  stage: StageName | null
  stages: StageProgress[] | null
  partialTotal: number
  partialTurns: PartialTurn[] | null
  fraction: number | null
  secondsLeft: number | null
  elapsedSeconds: number | null
  startedAt: string | null
  finishedAt: string | null
  failureReason: string | null
  permanent: boolean | null
  queuePosition: number | null
  transcriptSource: TranscriptSource | null
  transcriptReason: string | null
  transcriptStart: VideoProgress['transcriptStart'] | null
  findings: number | null
}

export async function readSessionProgress(
  db: Db,
  config: Config,
  { session, inCase }: SeenSession,
): Promise<VideoProgress[]> {
  const { rows } = await db.execute<Row>(sql`
    select videos.id as "videoId", session_videos.position, session_videos.offset_ms::float8 as "offsetMs",
      session_videos.camera, videos.filename, videos.size_bytes::float8 as size,
      videos.duration_ms::float8 as "durationMs", video_states.status, video_states.run_state as "runState",
      video_states.stage, run.stages, video_states.fraction, video_states.seconds_left as "secondsLeft",
      extract(epoch from coalesce(video_states.finished_at, now()) - video_states.started_at)::float8 as "elapsedSeconds",
      ${utc(sql`video_states.started_at`)} as "startedAt", ${utc(sql`video_states.finished_at`)} as "finishedAt",
      video_states.failure_reason as "failureReason", video_states.permanent, ${queuePosition} as "queuePosition",
      analyses.transcript_source as "transcriptSource", analyses.transcript_reason as "transcriptReason",
      (select jsonb_agg(jsonb_build_object('speaker', ${speakerName(sql`turn.video_id`, sql`turn.speaker`)},
        'text', left(turn.text, 400)) order by turn.index) from transcript_turns as turn where turn.video_id = videos.id and turn.index < ${shownTurns}) as "transcriptStart",
      (select count(*)::int from partial_turns where run_id = run.id) as "partialTotal",
      (select jsonb_agg(jsonb_build_object('startMs', start_ms, 'endMs', end_ms, 'text', left(text, 400)) order by start_ms)
        from (select * from partial_turns where run_id = run.id order by start_ms desc limit ${shownPartialTurns}) as latest
      ) as "partialTurns",
      case when analyses.video_id is not null then
        (select count(*)::int from findings where findings.video_id = videos.id) end as findings
    from session_videos
    join videos on videos.id = session_videos.video_id and videos.deleted_at is null
    join video_states on video_states.video_id = videos.id
    left join analysis_runs as run on run.id = video_states.run_id
    left join analyses on analyses.video_id = videos.id
    where session_videos.session_id = ${session.id}
    order by session_videos.position, videos.id`)
  const mayReprocess = listRights(inCase).reprocessVideos
  return Promise.all(rows.map((row) => toProgress(db, config, row, mayReprocess)))
}

async function toProgress(db: Db, config: Config, row: Row, mayReprocess: boolean): Promise<VideoProgress> {
  const { videoId, status, queuePosition: ahead } = row
  const isWorking = status === 'processing'
  const isFailed = status === 'failed'
  // Retrying isn't possible during a run or if there is a problem with the file itself.
  const mayRetry = mayReprocess && row.runState !== null && !isWorking && !(isFailed && row.permanent === true)
  return {
    videoId,
    position: row.position,
    offset: row.offsetMs / 1000,
    camera: row.camera,
    filename: row.filename,
    duration: row.durationMs === null ? null : row.durationMs / 1000,
    status,
    progress: await readProgress(db, config, row),
    stages: listStages(row).map((each) => ({
      ...each,
      mayRetry: mayRetry && each.state !== 'waiting',
    })),
    queuePosition: ahead,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    elapsedSeconds: row.elapsedSeconds === null ? null : Math.max(0, row.elapsedSeconds),
    secondsLeft: isWorking ? row.secondsLeft : null,
    failureReason: isFailed ? row.failureReason : null,
    nextStep: isFailed ? suggestNextStep(row) : null,
    transcriptSource: row.transcriptSource,
    transcriptReason: row.transcriptReason,
    transcriptStart: row.transcriptStart ?? [],
    partial: isWorking ? { total: row.partialTotal, turns: row.partialTurns ?? [] } : { total: 0, turns: [] },
    findings: row.findings,
    may: { reprocess: mayReprocess },
  }
}

async function readProgress(db: Db, config: Config, { status, videoId, size, fraction }: Row): Promise<number> {
  if (status === 'uploading') return uploadProgress(db, config, videoId, size)
  return status === 'completed' ? 100 : percent(fraction ?? 0)
}

type StageShown = Omit<VideoProgress['stages'][number], 'mayRetry'>

function listStages({ runState, stage, stages }: Pick<Row, 'runState' | 'stage' | 'stages'>): StageShown[] {
  const reported = new Map(stages?.map((each) => [each.name, each]))
  return stageNames.map((name) => {
    const each = reported.get(name)
    return {
      name,
      state: toShownState(runState, each?.state ?? guessState(name, stage)),
      elapsedSeconds: each?.seconds ?? null,
      secondsLeft: runState === 'running' ? (each?.secondsLeft ?? null) : null,
    }
  })
}

function guessState(name: StageName, stage: StageName | null): StageProgress['state'] {
  const [at, here] = [stageNames.indexOf(name), stage === null ? -1 : stageNames.indexOf(stage)]
  if (at === here) return 'running'
  return at < here ? 'done' : 'waiting'
}

function toShownState(runState: Row['runState'], state: StageProgress['state']): StageShown['state'] {
  if (runState === 'completed') return state === 'kept' ? 'kept' : 'done'
  if (runState === null) return 'waiting'
  if (state !== 'running') return state
  return runState === 'queued' ? 'waiting' : runState
}

function suggestNextStep({ runState, permanent }: Pick<Row, 'runState' | 'permanent'>): string {
  if (permanent === true) return 'This file can’t be analyzed. Upload another recording of this session.'
  if (runState === 'cancelled') return 'Start the analysis again when you are ready.'
  return 'Try again. If it fails again, upload another recording.'
}

/** Returns the last `limit` turns recognized so far. The caller must check access. */
export async function readPartial(db: Db, videoId: string, limit: number): Promise<PartialTranscript> {
  const { rows } = await db.execute<PartialTranscript>(sql`
    with told as (
      select partial_turns.* from partial_turns
      join video_states on video_states.run_id = partial_turns.run_id
      where video_states.video_id = ${videoId} and video_states.run_state in ('queued', 'running')
    ), latest as (select * from told order by start_ms desc limit ${limit})
    select (select count(*)::int from told) as total,
      coalesce((select jsonb_agg(jsonb_build_object('startMs', start_ms, 'endMs', end_ms, 'text', text)
        order by start_ms) from latest), '[]') as turns`)
  return rows[0] ?? { total: 0, turns: [] }
}
