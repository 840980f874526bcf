import { asc, eq, sql } from 'drizzle-orm'
import type { VideoAnalysis, VideoDetail } from '#contract/videos/videos.ts'
import { listAnnotations } from '#server/features/annotations/annotations.queries.ts'
import { percent, uploadProgress } from '#server/features/videos/uploads/store.ts'
import {
  listTopics,
  may,
  requireVideo,
  type SeenVideo,
  seesWorkProduct,
} from '#server/features/videos/videos.access.ts'
import { findSession } from '#server/features/videos/placing/session-videos.queries.ts'
import { readIntegrity } from '#server/features/videos/integrity.ts'
import { sameBytesAs } from '#server/features/videos/videos.queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { analyses, transcriptTurns } from '../analysis.table.ts'
import { speakerName } from '../speaker-name.ts'
import { utc } from './library.queries.ts'
import { readState, type StateRow, toPlayable } from './player.queries.ts'

/** Shown as the processing provider. The transcript source names the recognizer. */
const provider = 'Venire engine'

type Asked = { videoId: string; isBrief: boolean }

export async function readDetail(db: Db, actor: Actor, config: Config, asked: Asked): Promise<VideoDetail> {
  const { videoId } = asked
  const video = await requireVideo(db, actor, videoId)
  const state = await readState(db, videoId)
  const { isAnalysed, language: _language, ...played } = await toPlayable(db, video, state)
  const analysis = isAnalysed ? await readAnalysis(db, video, asked) : null
  const annotations = await listShownAnnotations(db, video)
  const twins = video.sha256 ? await sameBytesAs(db, actor, { id: video.id, sha256: video.sha256 }) : []
  const failed = state.status === 'failed'
  return {
    ...played,
    originalName: video.filename,
    size: video.sizeBytes,
    progress: await readProgress(db, video, state, config),
    createdAt: video.createdAt.toISOString(),
    caseId: video.caseId,
    caseTitle: state.caseTitle,
    session: await findSession(db, videoId),
    uploadedByName: state.uploadedByName,
    sha256: video.sha256,
    integrity: await readIntegrity(db, actor, video),
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
    downloadUrl: `/api/videos/${videoId}/download`,
    may: {
      annotate: may(actor, video, 'annotate'),
      reprocess: may(actor, video, 'reprocess'),
      remove: may(actor, video, 'remove'),
      readAccesses: may(actor, video, 'readAccesses'),
    },
    analysis,
    annotations,
  }
}

async function listShownAnnotations(db: Db, video: SeenVideo): Promise<VideoDetail['annotations']> {
  const annotations = await listAnnotations(db, video.id)
  return seesWorkProduct(video) ? annotations : annotations.map((each) => ({ ...each, description: '' }))
}

async function readProgress(db: Db, video: SeenVideo, state: StateRow, config: Config): Promise<number> {
  if (state.status === 'uploading') return uploadProgress(db, config, video.id, video.sizeBytes)
  return state.status === 'completed' ? 100 : percent(state.fraction ?? 0)
}

async function readAnalysis(db: Db, video: SeenVideo, { videoId, isBrief }: Asked): Promise<VideoAnalysis | null> {
  const { rows } = await db.execute<{ startedAt: string | null; finishedAt: string | null; turns: number }>(sql`
    select ${utc(sql`analysis_runs.started_at`)} as "startedAt", ${utc(sql`analysis_runs.finished_at`)} as "finishedAt",
      (select count(*)::int from transcript_turns where video_id = analyses.video_id) as turns
    from analyses join analysis_runs on analysis_runs.id = analyses.run_id where analyses.video_id = ${videoId}`)
  const [stored] = await db.select().from(analyses).where(eq(analyses.videoId, videoId))
  if (!stored) return null
  const { summary } = stored
  const { rows: named } = await db.execute<{ label: string; name: string }>(sql`
    select label, ${speakerName(sql`assigned.video_id`, sql`assigned.label`)} as name from speaker_assignments as assigned
    where video_id = ${videoId}`)
  const names = new Map(named.map(({ label, name }) => [label, name]))
  const speakers = stored.speakers.map((each) => ({
    ...each,
    displayName: names.get(each.label) ?? each.displayName,
    ...(isBrief && { spans: [] }),
  }))
  return {
    speakerCount: summary.speakerCount,
    confidenceScore: summary.confidence,
    sentiment: summary.sentiment,
    language: summary.language,
    transcriptText: isBrief ? null : await readText(db, videoId),
    turns: rows[0]?.turns ?? 0,
    speakerDiarization: speakers,
    overlaps: isBrief ? [] : stored.overlaps,
    keyPhrases: summary.keyPhrases,
    topics: listTopics(video, summary),
    processingProvider: provider,
    processingJobId: stored.runId,
    processingStartedAt: rows[0]?.startedAt ?? null,
    processingCompletedAt: rows[0]?.finishedAt ?? null,
    transcriptSource: stored.transcriptSource,
    transcriptReason: stored.transcriptReason,
    warnings: stored.warnings,
    cuts: stored.cuts,
    findingsSkipped: stored.findingsSkipped,
  }
}

async function readText(db: Db, videoId: string): Promise<string> {
  const turns = await db
    .select({ speaker: transcriptTurns.speaker, text: transcriptTurns.text })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(transcriptTurns.index))
  return turns.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join('\n')
}
