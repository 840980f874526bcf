import { eq, sql } from 'drizzle-orm'
import { isSharedLabel } from '#contract/speakers/asked.ts'
import { excerptsPerVoice, type UnnamedVoice, type VoiceNaming } from '#contract/speakers/naming.ts'
import { formatVoice, unidentified } from '#contract/videos/transcript.ts'
import { analyses } from '#server/features/analysis/analysis.table.ts'
import { isBusy } from '#server/features/analysis/runs/runs.service.ts'
import { readProposals } from '#server/features/proposals/proposals.queries.ts'
import { may, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { voiceWishes } from './speakers.table.ts'
import { readUndo } from './undo.queries.ts'

const excerptCharacters = 200
/** In a shorter turn, a voice can't be recognized by ear. */
const audibleMs = 1500

type Row = Omit<UnnamedVoice, 'displayName' | 'suggestion'> & { role: string }

/** The caller must check access to the video. */
export async function readVoiceNaming(db: Db, actor: Actor, video: SeenVideo): Promise<VoiceNaming> {
  const [stored] = await db
    .select({ method: analyses.speakerMethod, speakers: analyses.speakers, grouping: analyses.runId })
    .from(analyses)
    .where(eq(analyses.videoId, video.id))
  const [wish] = await db.select().from(voiceWishes).where(eq(voiceWishes.videoId, video.id))
  const method = stored?.method ?? 'none'
  const rows = await listVoices(db, video.id)
  const proposals = await readProposals(db, video.id)
  const isWhole = (label: string) =>
    !isSharedLabel(label) && proposals.filter(({ speaker }) => speaker === label).length === 1
  const voices = rows.map(({ role: _role, ...row }) => {
    const proposal = isWhole(row.label) ? proposals.find(({ speaker }) => speaker === row.label) : undefined
    const quoted = proposal?.excerpts.find(({ quoteChanged }) => !quoteChanged)
    return {
      ...row,
      displayName: stored?.speakers.find(({ label }) => label === row.label)?.displayName ?? formatVoice(row.label),
      suggestion:
        proposal && quoted
          ? { jurorNumber: proposal.jurorNumber, seat: proposal.seat, turn: quoted.turn, quote: quoted.quote }
          : null,
    }
  })
  return {
    method,
    voices,
    isAsking: rows.some(({ person, role }) => person === null && (method === 'voices' || role === 'unknown')),
    leastCertain: await findLeastCertain(db, video.id),
    isBusy: await isBusy(db, video.id),
    mayName: may(actor, video, 'correct'),
    mayUndo: (await readUndo(db, video.id)) !== null,
    version: wish?.version ?? 0,
    grouping: stored?.grouping ?? null,
  }
}

async function listVoices(db: Db, videoId: string): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with spoken as (
      select speaker as label, count(*)::int as turns, mode() within group (order by role) as role,
        min(index) as first, sum(end_ms - start_ms - overlap_ms)::float8 as "talkMs"
      from transcript_turns
      where video_id = ${videoId} and speaker is not null and speaker <> ${unidentified} and role <> 'note'
      group by speaker)
    select spoken.label, spoken.turns, spoken.role, spoken."talkMs",
      (select jsonb_agg(jsonb_build_object('turn', excerpt.index, 'startMs', excerpt.start_ms, 'endMs', excerpt.end_ms,
          'text', left(excerpt.text, ${excerptCharacters})) order by excerpt.index)
        from (select * from transcript_turns
          where video_id = ${videoId} and speaker = spoken.label and role <> 'note'
          order by is_overlapped, least(length(text), ${excerptCharacters}) desc, index
          limit ${excerptsPerVoice}) as excerpt) as excerpts,
      case when assignment.video_id is not null then jsonb_build_object('role', assignment.role, 'jurorId', jurors.id,
        'jurorNumber', jurors.juror_number, 'by', users.name) end as person
    from spoken
    left join speaker_assignments as assignment
      on assignment.video_id = ${videoId} and assignment.label = spoken.label
    left join jurors on jurors.id = assignment.juror_id and jurors.deleted_at is null
    left join users on users.id = assignment.assigned_by
    order by spoken."talkMs" desc nulls last, spoken.first`)
  return rows
}

async function findLeastCertain(db: Db, videoId: string): Promise<VoiceNaming['leastCertain']> {
  const { rows } = await db.execute<NonNullable<VoiceNaming['leastCertain']>>(sql`
    select index as turn, start_ms::float8 as "startMs", end_ms::float8 as "endMs", speaker as label,
      left(text, ${excerptCharacters}) as text
    from transcript_turns as turns
    where video_id = ${videoId} and voice_margin is not null and speaker is not null and role <> 'note'
      and exists (select from speaker_assignments as named
        where named.video_id = turns.video_id and named.label = turns.speaker)
      and not is_overlapped and end_ms - start_ms >= ${audibleMs}
      and not exists (select from voice_anchors as anchor
        where anchor.video_id = turns.video_id and anchor.start_ms = turns.start_ms)
    order by voice_margin, index limit 1`)
  return rows[0] ?? null
}
