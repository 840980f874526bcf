import { Refusal } from '#server/platform/errors.ts'

/** Tables are listed in insertion order. Add each new table here or to `leftOut`. Otherwise, archive.schema.test.ts fails. */
export type ArchiveTable = {
  name: string
  /** SQL condition for a case's rows. The case ID is $1. */
  where: string
  /** Inserts all rows in one statement because a row may refer to a later one. */
  whole?: true
  /** Sort order, if it matters but isn't stored in the rows. */
  order?: string
  shape?: (row: Record<string, unknown>) => Record<string, unknown>
}

const ofCase = 'case_id = $1'
const sessions = 'select id from sessions where case_id = $1'
const videos = 'select id from videos where case_id = $1 and received_at is not null'
const jurors = 'select id from jurors where case_id = $1'
const ofSession = `session_id in (${sessions})`
const ofVideo = `video_id in (${videos})`
const highlights = `select id from highlights where ${ofSession} and ${ofVideo}`
const ofJuror = `juror_id in (${jurors})`
const strikes = 'select id from strikes where case_id = $1'
const excusals = 'select id from excusals where case_id = $1'

/** A stored response is replayed only by the server that sent it, to the device that received it. */
const withoutAnswer = (row: Record<string, unknown>) => ({ ...row, answer: null })

const interrupted = 'Interrupted when the case was moved here. Reprocess the video.'

export const archiveTables: readonly ArchiveTable[] = [
  { name: 'cases', where: 'id = $1', shape: (row) => ({ ...row, deleted_at: null, deleted_by: null }) },
  { name: 'case_members', where: ofCase },
  { name: 'sessions', where: ofCase },
  { name: 'videos', where: `id in (${videos})` },
  { name: 'session_videos', where: `${ofVideo} and ${ofSession}` },
  { name: 'video_files', where: ofVideo },
  { name: 'annotations', where: ofVideo },
  {
    name: 'analysis_runs',
    where: ofVideo,
    shape: (row) => ({
      ...row,
      job_id: null,
      ...(row.state === 'queued' || row.state === 'running'
        ? { state: 'failed', failure_reason: interrupted, failure_stage: null, permanent: false }
        : {}),
    }),
  },
  { name: 'analyses', where: ofVideo },
  { name: 'transcript_turns', where: ofVideo },
  { name: 'findings', where: ofVideo },
  { name: 'corrections', where: ofVideo, order: 'seq' },
  // The undo state contains IDs of rows in this installation.
  { name: 'voice_wishes', where: ofVideo, shape: (row) => ({ ...row, undo: null }) },
  { name: 'voice_anchors', where: ofVideo },
  { name: 'voice_merges', where: ofVideo },
  { name: 'speaker_proposals', where: ofVideo },
  { name: 'jurors', where: ofCase },
  { name: 'juror_seats', where: `${ofJuror} and ${ofSession}` },
  { name: 'juror_events', where: ofJuror },
  { name: 'juror_ratings', where: ofJuror },
  { name: 'live_notes', where: `${ofSession} and ${ofJuror}` },
  { name: 'speaker_assignments', where: ofVideo },
  { name: 'highlights', where: `${ofSession} and ${ofVideo}` },
  {
    name: 'highlight_comments',
    where: `highlight_id in (${highlights})`,
  },
  { name: 'highlight_sources', where: `${ofSession} and ${ofVideo}` },
  { name: 'fact_quotes', where: `${ofJuror} and highlight_id in (${highlights})` },
  { name: 'quote_verifications', where: `${ofSession} and ${ofVideo}` },
  { name: 'strikes', where: ofCase, whole: true },
  { name: 'strike_events', where: `strike_id in (${strikes})`, order: 'seq', shape: withoutAnswer },
  { name: 'selection_steps', where: ofCase, order: 'seq' },
  { name: 'strike_notes', where: `strike_id in (${strikes})` },
  { name: 'excusals', where: ofCase },
  { name: 'excusal_events', where: `excusal_id in (${excusals})`, shape: withoutAnswer },
  { name: 'strike_evidence', where: `strike_id in (${strikes}) or excusal_id in (${excusals})` },
  {
    name: 'exports',
    // Excludes this archive and other unfinished exports.
    where: `${ofCase} and status not in ('queued', 'running')`,
    whole: true,
    // The file isn't included, because it can be exported again.
    shape: (row) => ({
      ...row,
      status: row.status === 'ready' ? 'expired' : row.status,
      ended_at: row.ended_at ?? row.expires_at ?? row.ready_at,
      file_key: null,
      sealed_password: null,
      job_id: null,
    }),
  },
  {
    name: 'export_downloads',
    where: `export_id in (select id from exports where ${ofCase} and status not in ('queued', 'running'))`,
    shape: (row) => ({ ...row, link_id: null }),
  },
]

/** Case tables that aren't archived. The reasons appear in the archive's README. */
export const leftOut: Readonly<Record<string, string>> = {
  restricted_records_open: 'Restricted records. Only the case lead can see them, and they are never exported.',
  restricted_records: 'Restricted records. Only the case lead can see them, and they are never exported.',
  case_opinions: 'Consent to use a language model. It must be given again on the new installation.',
  share_links: 'Share links. They point to this installation, and their use is in the audit record.',
  share_openings: 'Browser sessions opened through share links.',
  share_accesses: 'Access logs for share links. The audit record includes each access.',
  share_codes: 'Emailed codes for share links.',
  reel_items: 'Each person’s own reel selections.',
  notifications: 'Notifications.',
  partial_turns: 'Partial transcripts of unfinished analyses.',
  media_checks: 'Integrity checks. They run again after the case is imported.',
  file_accesses: 'The audit record as database rows. It is in custody-log.jsonl.',
  audit_events: 'The audit record as database rows. It is in custody-log.jsonl.',
  case_imports: 'The import history of this case. It is in the first lines of custody-log.jsonl.',
  imported_audit_lines: 'The import history of this case. It is in the first lines of custody-log.jsonl.',
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export const damaged = (what: string): Refusal =>
  new Refusal('invalid', `This archive can’t be imported: ${what}. Nothing was changed.`)
