import { asc, eq, sql } from 'drizzle-orm'
import type { StageName } from '#contract/analysis.ts'
import type { VideoAnalysis, VideoDetail, VideoStatus } from '#contract/videos.ts'
import { annotationsOf } from '#server/features/annotations/annotations.queries.ts'
import { percent, uploadProgress } from '#server/features/videos/uploads.progress.ts'
import { may, requireVideo, type SeenVideo } from '#server/features/videos/videos.access.ts'
import { sameBytesAs } from '#server/features/videos/videos.queries.ts'
import type { FileKind } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { analyses, transcriptTurns } from './analysis.table.ts'
import { queuePosition, utc } from './library.queries.ts'

/** Names the engine on screens; which recogniser wrote the transcript is said by its source. */
const provider = 'Venire engine'

type StateRow = {
  status: VideoStatus
  runId: string | null
  stage: StageName | null
  fraction: number | null
  secondsLeft: number | null
  failureReason: string | null
  failureStage: string | null
  permanent: boolean | null
  queuePosition: number | null
  caseTitle: string | null
  uploadedByName: string
  files: FileKind[]
}

/** One video with all that its screen shows. */
export async function readDetail(db: Db, actor: Actor, config: Config, videoId: string): Promise<VideoDetail> {
  const video = await requireVideo(db, actor, videoId)
  const state = await readState(db, videoId)
  const analysis = await readAnalysis(db, videoId)
  const annotations = await annotationsOf(db, videoId)
  const twins = video.sha256 ? await sameBytesAs(db, actor, { id: video.id, sha256: video.sha256 }) : []
  const urlOf = (kind: FileKind) => (state.files.includes(kind) ? `/api/videos/${videoId}/${kind}` : null)
  const failed = state.status === 'failed'
  const waveformUrl = urlOf('waveform')
  const spriteUrl = urlOf('sprite')
  return {
    id: video.id,
    filename: video.filename,
    originalName: video.filename,
    size: video.sizeBytes,
    duration: video.durationMs === null ? null : video.durationMs / 1000,
    status: state.status,
    progress: await progressOf(video, state, config),
    createdAt: video.createdAt.toISOString(),
    caseId: video.caseId,
    caseTitle: state.caseTitle,
    uploadedByName: state.uploadedByName,
    sha256: video.sha256,
    sameBytesAs: twins,
    stage: state.status === 'processing' ? state.stage : null,
    queuePosition: state.queuePosition,
    secondsLeft: state.status === 'processing' ? state.secondsLeft : null,
    failureReason: failed ? state.failureReason : null,
    failureStage: failed ? state.failureStage : null,
    canRetry: failed && state.permanent !== true,
    width: video.width,
    height: video.height,
    codec: video.codec,
    frameRate:
      video.frameRateNumerator !== null && video.frameRateDenominator !== null
        ? [video.frameRateNumerator, video.frameRateDenominator]
        : null,
    streamUrl: isPlayable(video, state) ? `/api/videos/${videoId}/stream` : null,
    downloadUrl: `/api/videos/${videoId}/download`,
    posterUrl: urlOf('poster'),
    captionsUrl: urlOf('captions'),
    waveform: analysis?.waveform && waveformUrl ? { url: waveformUrl, ...analysis.waveform } : null,
    sprite: analysis?.sprite && spriteUrl ? { url: spriteUrl, ...analysis.sprite } : null,
    may: {
      annotate: may(actor, video, 'annotate'),
      reprocess: may(actor, video, 'reprocess'),
      remove: may(actor, video, 'remove'),
    },
    analysis: analysis?.shown ?? null,
    annotations,
  }
}

/** A proxy plays everywhere; the original is worth a try as soon as the media check found that browsers play it. */
const isPlayable = (video: SeenVideo, { files }: StateRow): boolean =>
  files.includes('proxy') || (video.receivedAt !== null && video.playsInBrowser === true)

async function progressOf(video: SeenVideo, state: StateRow, config: Config): Promise<number> {
  if (state.status === 'uploading') return uploadProgress(config, video.id, video.sizeBytes)
  return state.status === 'completed' ? 100 : percent(state.fraction ?? 0)
}

async function readState(db: Db, videoId: string): Promise<StateRow> {
  const { rows } = await db.execute<StateRow>(sql`
    select video_states.status, video_states.run_id as "runId", video_states.stage, video_states.fraction,
      video_states.seconds_left as "secondsLeft", video_states.failure_reason as "failureReason",
      video_states.failure_stage as "failureStage", video_states.permanent, ${queuePosition} as "queuePosition",
      cases.title as "caseTitle", users.name as "uploadedByName",
      coalesce((select jsonb_agg(kind) from video_files where video_id = videos.id), '[]') as files
    from videos
    join video_states on video_states.video_id = videos.id
    join users on users.id = videos.uploaded_by
    left join cases on cases.id = videos.case_id
    where videos.id = ${videoId}`)
  return rows[0]!
}

type StoredAnalysis = {
  shown: VideoAnalysis
  waveform: typeof analyses.$inferSelect.waveform
  sprite: typeof analyses.$inferSelect.sprite
}

async function readAnalysis(db: Db, videoId: string): Promise<StoredAnalysis | null> {
  const { rows } = await db.execute<{ startedAt: string | null; finishedAt: string | null }>(sql`
    select ${utc(sql`analysis_runs.started_at`)} as "startedAt", ${utc(sql`analysis_runs.finished_at`)} as "finishedAt"
    from analyses join analysis_runs on analysis_runs.id = analyses.run_id where analyses.video_id = ${videoId}`)
  const [stored] = await db.select().from(analyses).where(eq(analyses.videoId, videoId))
  if (!stored) return null
  const turns = await db
    .select({ speaker: transcriptTurns.speaker, text: transcriptTurns.text })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(transcriptTurns.index))
  const { summary } = stored
  return {
    waveform: stored.waveform,
    sprite: stored.sprite,
    shown: {
      speakerCount: summary.speakerCount,
      confidenceScore: summary.confidence,
      sentiment: summary.sentiment,
      language: summary.language,
      transcriptText: turns.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join('\n'),
      speakerDiarization: stored.speakers,
      keyPhrases: summary.keyPhrases,
      topics: summary.topics,
      processingProvider: provider,
      processingJobId: stored.runId,
      processingStartedAt: rows[0]?.startedAt ?? null,
      processingCompletedAt: rows[0]?.finishedAt ?? null,
      transcriptSource: stored.transcriptSource,
      transcriptReason: stored.transcriptReason,
      warnings: stored.warnings,
      findingsSkipped: stored.findingsSkipped,
    },
  }
}
