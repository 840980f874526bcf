import { createHash } from 'node:crypto'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { newId } from '#server/platform/ids.ts'
import type { Person, TestApp } from './app.ts'

export const derivedFiles = [
  ['proxy', 'proxy.mp4', 'video/mp4'],
  ['poster', 'poster.jpg', 'image/jpeg'],
  ['sprite', 'sprite.jpg', 'image/jpeg'],
  ['waveform', 'waveform.bin', 'application/octet-stream'],
] as const

export async function buildFullCase(at: TestApp, lead: Person, other: Person): Promise<Sitting & { exportId: string }> {
  const { database, storage } = at.parts
  const sitting = await buildSitting(at.parts, lead.actor, { bytes: Buffer.from('a film that nobody looks into') })
  const { caseId, sessionId, videoId, jurorId } = sitting
  const { firmId, userId } = lead.actor
  const by = other.actor.userId
  const query = (text: string, values: unknown[] = []) => database.pool.query(text, values)
  const [highlight, strike, second, excusal] = [newId(), newId(), newId(), newId()]
  await query(
    `update cases set case_number = '24-CR-0117', court = 'Sample Court', tags = '["a"]', trial_date = '2027-01-04' where id = $1`,
    [caseId],
  )
  await query(`insert into case_members (case_id, user_id, role, added_by) values ($1, $2, 'consultant', $3)`, [
    caseId,
    by,
    userId,
  ])
  const run = await database.pool.query<{ id: string }>('select run_id as id from analyses where video_id = $1', [
    videoId,
  ])
  await query(`update analyses set cuts = $2 where video_id = $1`, [
    videoId,
    JSON.stringify([{ kind: 'certificate', lines: 2, page: 9, line: 4, text: 'CERTIFICATE\nALL TRUE' }]),
  ])
  const derived = `firms/${firmId}/videos/${videoId}/derived/${run.rows[0]!.id}-1/`
  for (const [kind, name, mime] of derivedFiles) {
    const bytes = Buffer.from(`a picture of kind ${kind}`)
    await storage.put(`${derived}${name}`, bytes)
    await query(
      `insert into video_files (video_id, kind, key, mime, size_bytes, sha256) values ($1, $2, $3, $4, $5, $6)`,
      [
        videoId,
        kind,
        `${derived}${name}`,
        mime,
        bytes.length,
        kind === 'proxy' ? createHash('sha256').update(bytes).digest('hex') : null,
      ],
    )
  }
  const attached = `firms/${firmId}/videos/${videoId}/attached/transcript`
  await storage.put(attached, Buffer.from('Q. Was it so? A. It was.'))
  await query(`update videos set transcript_key = $2, transcript_name = 'day.txt' where id = $1`, [videoId, attached])
  await query(
    `insert into annotations (id, video_id, title, start_ms, category, severity, created_by, updated_by) values ($1, $2, 'A note', 5, 'note', 'low', $3, $3)`,
    [newId(), videoId, by],
  )
  await query(
    `insert into corrections (id, video_id, turn, word_from, word_to, original_text, new_text, created_by) values ($1, $2, 0, 0, 0, 'Ms.', 'Mrs.', $3)`,
    [newId(), videoId, by],
  )
  await query(`insert into voice_wishes (video_id, voice_count, changed_by) values ($1, 3, $2)`, [videoId, by])
  await query(
    `insert into voice_anchors (video_id, start_ms, end_ms, label, said_by) values ($1, 0, 10, 'JUROR 12', $2)`,
    [videoId, by],
  )
  await query(
    `insert into voice_merges (video_id, from_label, into_label, said_by) values ($1, 'VOICE 2', 'JUROR 12', $2)`,
    [videoId, by],
  )
  await query(
    `insert into speaker_proposals (video_id, proposals) values ($1, $2) on conflict (video_id) do update set proposals = excluded.proposals`,
    [
      videoId,
      JSON.stringify([
        { speaker: 'JUROR 12', jurorNumber: '12', seat: null, confidence: 1, stretches: [], excerpts: [] },
      ]),
    ],
  )
  await query(`insert into juror_seats (id, session_id, juror_id, seat, moved_by) values ($1, $2, $3, 3, $4)`, [
    newId(),
    sessionId,
    jurorId,
    by,
  ])
  await query(
    `insert into juror_events (id, juror_id, session_id, kind, status, by_user) values ($1, $2, $3, 'seated', 'seated', $4)`,
    [newId(), jurorId, sessionId, by],
  )
  await query(`insert into juror_ratings (juror_id, user_id, lean, confidence, note) values ($1, $2, -1, 2, 'wary')`, [
    jurorId,
    by,
  ])
  await query(
    `insert into live_notes (id, firm_id, session_id, juror_id, kind, text, by_user, at) values ($1, $2, $3, $4, 'note', 'shook her head', $5, now())`,
    [newId(), firmId, sessionId, jurorId, by],
  )
  await query(
    `insert into speaker_assignments (video_id, label, role, juror_id, assigned_by) values ($1, 'JUROR 12', 'juror', $2, $3)`,
    [videoId, jurorId, by],
  )
  await query(
    `insert into highlights (id, firm_id, session_id, video_id, finding_key, type, start_ms, end_ms, quote, turn, turn_to, severity, source, status, decided_by, decided_at, model_version)
     values ($1, $2, $3, $4, 'k1', 'key_statement', 4000, 7000, 'I know the officer.', 1, 1, 'low', 'ai', 'confirmed', $5, now(), '1')`,
    [highlight, firmId, sessionId, videoId, by],
  )
  await query(`insert into highlight_comments (id, highlight_id, text, created_by) values ($1, $2, 'ask again', $3)`, [
    newId(),
    highlight,
    by,
  ])
  await query(
    `insert into highlight_sources (session_id, video_id, run_id) select $1, video_id, run_id from analyses where video_id = $2`,
    [sessionId, videoId],
  )
  await query(`insert into fact_quotes (juror_id, field, highlight_id, linked_by) values ($1, 'occupation', $2, $3)`, [
    jurorId,
    highlight,
    by,
  ])
  await query(
    `insert into quote_verifications (session_id, video_id, quote_sha256, verified_by) values ($1, $2, repeat('ab', 32), $3)`,
    [sessionId, videoId, by],
  )
  const strikeRow = `insert into strikes (id, firm_id, case_id, session_id, juror_id, kind, made_by, state, rationale, comparators, superseded_by, created_by, updated_by) values ($1, $2, $3, $4, $5, 'cause', 'us', $6, 'RATIONALE knows the officer', $7, $8, $9, $9)`
  await query(strikeRow, [second, firmId, caseId, sessionId, jurorId, 'withdrawn', '[]', null, by])
  await query(strikeRow, [
    strike,
    firmId,
    caseId,
    sessionId,
    jurorId,
    'draft',
    JSON.stringify([{ jurorId, stance: 'explained', explanation: `see /sessions/${sessionId}` }]),
    second,
    userId,
  ])
  await query(
    `insert into strike_events (id, strike_id, kind, to_state, by_user, at) values ($1, $2, 'create', 'draft', $3, now())`,
    [newId(), strike, userId],
  )
  await query(
    `insert into selection_steps (id, firm_id, case_id, session_id, kind, side, by_user, at) values ($1, $2, $3, $4, 'passed', 'us', $5, now())`,
    [newId(), firmId, caseId, sessionId, userId],
  )
  await query(`insert into strike_notes (id, strike_id, text, created_by) values ($1, $2, 'note', $3)`, [
    newId(),
    strike,
    by,
  ])
  await query(
    `insert into excusals (id, firm_id, case_id, session_id, juror_id, state, reason, facts, position, created_by, updated_by) values ($1, $2, $3, $4, $5, 'withdrawn', 'exam week', '{"paid":null,"replaceable":null,"scheduleFix":null,"documented":true}', 'open', $6, $6)`,
    [excusal, firmId, caseId, sessionId, jurorId, by],
  )
  await query(`insert into excusal_events (id, excusal_id, kind, by_user, at) values ($1, $2, 'asked', $3, now())`, [
    newId(),
    excusal,
    by,
  ])
  await query(
    `insert into strike_evidence (id, strike_id, source, highlight_id, video_id, start_ms, end_ms, quote, added_by) values ($1, $2, 'highlight', $3, $4, 4000, 7000, 'I know the officer.', $5)`,
    [newId(), strike, highlight, videoId, by],
  )
  const made = await buildExport(at.parts, lead.actor, { caseId })
  await query(`insert into export_downloads (id, export_id, user_id) values ($1, $2, $3)`, [newId(), made.id, by])
  await query(
    `insert into restricted_records_open (case_id, reason, opened_by) values ($1, 'an objection is to be made', $2)`,
    [caseId, userId],
  )
  await query(
    `insert into restricted_records (juror_id, case_id, source, value, updated_by) values ($1, $2, 'self_reported', 'RESTRICTEDVALUE', $3)`,
    [jurorId, caseId, userId],
  )
  await database.db.transaction(async (tx) => {
    const entry = { firmId, actorId: userId, caseId, entityId: videoId }
    await recordAudit(tx, { ...entry, action: 'video.uploaded', entity: 'video' })
    const details = { secret: 'OTHERMATTER' }
    await recordAudit(tx, { ...entry, caseId: newId(), action: 'video.viewed', entity: 'video', details })
    await recordAudit(tx, { firmId, actorId: by, action: 'member.joined', entity: 'user', details })
    await recordAudit(tx, { ...entry, actorId: by, action: 'case.edited', entity: 'case', entityId: caseId })
  })
  return { ...sitting, exportId: made.id }
}
