import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { VoiceTurn, Voices } from '#contract/speakers/voices.ts'
import { formatVoice } from '#contract/videos/transcript.ts'
import { analyses, analysisRuns, transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { may, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { voiceAnchors, voiceWishes } from './speakers.table.ts'

const turnsShown = 500
const excerptCharacters = 240

export async function readSpeakerMethod(db: Db, videoId: string): Promise<Voices['method'] | undefined> {
  const [stored] = await db
    .select({ method: analyses.speakerMethod })
    .from(analyses)
    .where(eq(analyses.videoId, videoId))
  return stored?.method
}

/** Returns voices in order of first turn. The caller must check access to the video. */
export async function readVoices(db: Db, actor: Actor, video: SeenVideo): Promise<Voices> {
  const [stored] = await db
    .select({
      method: analyses.speakerMethod,
      overlaps: analyses.overlaps,
      hearsOverlaps: analyses.overlapsHeard,
      speakers: analyses.speakers,
      grouping: analyses.runId,
    })
    .from(analyses)
    .where(eq(analyses.videoId, video.id))
  const [wish] = await db.select().from(voiceWishes).where(eq(voiceWishes.videoId, video.id))
  const { rows } = await db.execute<{ label: string | null; turns: number; talkMs: number | null; named: number }>(sql`
    select turns.speaker as label, count(*)::int as turns,
      sum(turns.end_ms - turns.start_ms - turns.overlap_ms)::float8 as "talkMs",
      count(*) filter (where exists (select from voice_anchors as anchor where anchor.video_id = turns.video_id
        and anchor.label = turns.speaker and anchor.start_ms = turns.start_ms))::int as named
    from transcript_turns as turns where turns.video_id = ${video.id} and turns.role <> 'note'
    group by turns.speaker order by min(turns.index)`)
  const [busy] = await db
    .select({ id: analysisRuns.id })
    .from(analysisRuns)
    .where(and(eq(analysisRuns.videoId, video.id), sql`${analysisRuns.state} in ('queued', 'running')`))
    .limit(1)
  const names = new Map(stored?.speakers.map(({ label, displayName }) => [label, displayName]))
  return {
    method: stored?.method ?? 'none',
    voices: rows.flatMap(({ label, ...rest }) =>
      label === null ? [] : [{ label, displayName: names.get(label) ?? formatVoice(label), ...rest }],
    ),
    unnamedTurns: rows.find(({ label }) => label === null)?.turns ?? 0,
    overlaps: stored?.overlaps ?? [],
    hearsOverlaps: stored?.hearsOverlaps ?? false,
    count: wish?.voiceCount ?? null,
    isClosed: wish?.isClosed ?? false,
    isBusy: busy !== undefined,
    mayChange: may(actor, video, 'correct'),
    version: wish?.version ?? 0,
    grouping: stored?.grouping ?? null,
  }
}

export async function listVoiceTurns(db: Db, videoId: string, label: string | null): Promise<VoiceTurn[]> {
  const rows = await db
    .select({
      turn: transcriptTurns.index,
      startMs: transcriptTurns.startMs,
      endMs: transcriptTurns.endMs,
      text: sql<string>`left(${transcriptTurns.text}, ${excerptCharacters})`,
      isOverlapped: transcriptTurns.isOverlapped,
      isNamed: sql<boolean>`exists (select from ${voiceAnchors} where ${voiceAnchors.videoId} = ${transcriptTurns.videoId}
        and ${voiceAnchors.startMs} = ${transcriptTurns.startMs} and ${voiceAnchors.label} = ${transcriptTurns.speaker})`,
    })
    .from(transcriptTurns)
    .where(
      and(
        eq(transcriptTurns.videoId, videoId),
        ne(transcriptTurns.role, 'note'),
        label === null ? isNull(transcriptTurns.speaker) : eq(transcriptTurns.speaker, label),
      ),
    )
    .orderBy(asc(transcriptTurns.index))
    .limit(turnsShown)
  return rows
}
