import { eq, sql } from 'drizzle-orm'
import type { StageName } from '#contract/videos/analysis.ts'
import type { PlayableVideo } from '#contract/videos/player.ts'
import type { VideoStatus } from '#contract/videos/videos.ts'
import { may, requireVideo, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { FileKind } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { analyses } from '../analysis.table.ts'
import { queuePosition } from './library.queries.ts'

export type StateRow = {
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

export async function readPlayer(db: Db, actor: Actor, videoId: string): Promise<PlayableVideo> {
  const video = await requireVideo(db, actor, videoId)
  return {
    ...(await toPlayable(db, video, await readState(db, videoId))),
    may: { annotate: may(actor, video, 'annotate') },
  }
}

export async function toPlayable(db: Db, video: SeenVideo, state: StateRow): Promise<Omit<PlayableVideo, 'may'>> {
  const [analysis] = await db
    .select({ waveform: analyses.waveform, sprite: analyses.sprite, summary: analyses.summary })
    .from(analyses)
    .where(eq(analyses.videoId, video.id))
  const toUrl = (kind: FileKind) => (state.files.includes(kind) ? `/api/videos/${video.id}/${kind}` : null)
  const waveformUrl = toUrl('waveform')
  const spriteUrl = toUrl('sprite')
  return {
    id: video.id,
    filename: video.filename,
    duration: video.durationMs === null ? null : video.durationMs / 1000,
    status: state.status,
    width: video.width,
    frameRate:
      video.frameRateNumerator !== null && video.frameRateDenominator !== null
        ? [video.frameRateNumerator, video.frameRateDenominator]
        : null,
    streamUrl: isPlayable(video, state) ? `/api/videos/${video.id}/stream` : null,
    posterUrl: toUrl('poster'),
    captionsUrl: toUrl('captions'),
    waveform: analysis?.waveform && waveformUrl ? { url: waveformUrl, ...analysis.waveform } : null,
    sprite: analysis?.sprite && spriteUrl ? { url: spriteUrl, ...analysis.sprite } : null,
    language: analysis?.summary.language ?? null,
    isAnalysed: analysis !== undefined,
  }
}

const isPlayable = (video: SeenVideo, { files }: StateRow): boolean =>
  files.includes('proxy') || (video.receivedAt !== null && video.playsInBrowser === true)

export async function readState(db: Db, videoId: string): Promise<StateRow> {
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
