import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'

/**
 * Which tables make up a case, in the order in which their rows can be put in. A table that a feature adds belongs here
 * or in `leftOut`: archive.test.ts fails until it is in one of them.
 */
export type ArchiveTable = {
  name: string
  /** Of the rows of a case, whose id is $1. */
  where: string
  /** Where a row may name a later one of its own table: all go in by one statement. */
  whole?: true
  /** Rows are put in in this order, because their place in it is not written in them. */
  order?: string
  /** What a row becomes on its way: the same for going out and for coming in. */
  shape?: (row: Record<string, unknown>) => Record<string, unknown>
}

const ofCase = 'case_id = $1'
const sessions = 'select id from sessions where case_id = $1'
// Unfinished uploads stay behind: there is nothing of them to take along.
const videos = 'select id from videos where case_id = $1 and received_at is not null'
const jurors = 'select id from jurors where case_id = $1'
const ofSession = `session_id in (${sessions})`
const ofVideo = `video_id in (${videos})`
const ofJuror = `juror_id in (${jurors})`
const strikes = 'select id from strikes where case_id = $1'
const excusals = 'select id from excusals where case_id = $1'

/** What a device was answered is repeated to that device alone, by the server that answered it. */
const withoutAnswer = (row: Record<string, unknown>) => ({ ...row, answer: null })

const interrupted = 'It was interrupted when the case was moved here. Reprocess the video.'

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
    // The work's folder and job belong to the machine that it ran on.
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
  { name: 'voice_wishes', where: ofVideo },
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
    where: `highlight_id in (select id from highlights where ${ofSession} and ${ofVideo})`,
  },
  { name: 'highlight_sources', where: `${ofSession} and ${ofVideo}` },
  { name: 'fact_quotes', where: ofJuror },
  { name: 'strikes', where: ofCase, whole: true },
  { name: 'strike_events', where: `strike_id in (${strikes})`, order: 'seq', shape: withoutAnswer },
  { name: 'selection_steps', where: ofCase, order: 'seq' },
  { name: 'strike_notes', where: `strike_id in (${strikes})` },
  { name: 'excusals', where: ofCase },
  { name: 'excusal_events', where: `excusal_id in (${excusals})`, shape: withoutAnswer },
  { name: 'strike_evidence', where: `strike_id in (${strikes}) or excusal_id in (${excusals})` },
  {
    name: 'exports',
    // The archive cannot hold itself, nor what was made beside it.
    where: `${ofCase} and status not in ('queued', 'running')`,
    whole: true,
    // Its file stays behind: it can be made again.
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

/** Tables that hang on a case and do not travel, each with the reason that the archive's README gives. */
export const leftOut: Readonly<Record<string, string>> = {
  restricted_records_open: 'Restricted records are for the lead of this installation alone and are in no export.',
  restricted_records: 'Restricted records are for the lead of this installation alone and are in no export.',
  case_opinions: 'Whether text may be given to a language model is decided anew where the model is another one.',
  share_links: 'Links lead to this installation. What was done with them stands in the audit record.',
  share_openings: 'Browser sessions of links.',
  share_accesses: 'Stands in the audit record.',
  share_codes: 'Codes of links.',
  reel_items: 'What each person has put together for a film, for themselves.',
  notifications: 'News for people of this installation.',
  partial_turns: 'Words of an analysis that has not ended.',
  media_checks: 'Recordings are checked anew where the case is imported.',
  file_accesses: 'In custody-log.jsonl, as it is chained.',
  audit_events: 'In custody-log.jsonl, as it is chained.',
  case_imports: 'Where this case itself came from is told by the first lines of custody-log.jsonl.',
  imported_audit_lines: 'The first lines of custody-log.jsonl.',
}

export type Column = {
  name: string
  type: string
  nullable: boolean
  /** Written by the database itself. */
  generated: boolean
  /** The table that it refers to. */
  refersTo: string | null
}
export type Table = { name: string; columns: Column[]; key: string[] }

/** What the database itself says of its tables, so that an archive follows every migration. */
export async function readCatalogue(db: Db, names: readonly string[]): Promise<Map<string, Table>> {
  const { rows } = await db.execute<{
    table: string
    name: string
    type: string
    nullable: boolean
    generated: boolean
    refers_to: string | null
    in_key: boolean
  }>(sql`
    select class.relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
      attgenerated <> '' or attidentity <> '' as generated,
      (select target.relname from pg_constraint
        join pg_class target on target.oid = pg_constraint.confrelid
        where pg_constraint.contype = 'f' and conrelid = class.oid and conkey = array[attnum] limit 1) as refers_to,
      exists (select from pg_constraint where contype = 'p' and conrelid = class.oid and attnum = any(conkey)) as in_key
    from pg_attribute
    join pg_class class on class.oid = attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and attnum > 0 and not attisdropped
    order by class.relname, attnum`)
  const tables = new Map(names.map((name): [string, Table] => [name, { name, columns: [], key: [] }]))
  for (const { table, name, type, nullable, generated, refers_to, in_key } of rows) {
    const found = tables.get(table)
    if (!found) continue
    found.columns.push({ name, type, nullable, generated, refersTo: refers_to })
    if (in_key) found.key.push(name)
  }
  return tables
}

/** Of what came as JSON: a text as it is, anything else as a text that fits nothing. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export const damaged = (what: string): Refusal =>
  new Refusal('invalid', `This archive cannot be brought in: ${what}. Nothing was changed.`)
