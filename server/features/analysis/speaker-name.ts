import { type SQL, sql } from 'drizzle-orm'
import { speakerRoleWords } from '#contract/videos/transcript.ts'

/** The other roles don't name a person, so the transcript's label stays. */
const nameless: readonly string[] = ['note', 'other', 'unknown']
const roleNames = Object.fromEntries(Object.entries(speakerRoleWords).filter(([role]) => !nameless.includes(role)))

export const speakerName = (videoId: SQL, label: SQL): SQL => sql`coalesce((
  select coalesce('Juror ' || named.juror_number, ${JSON.stringify(roleNames)}::jsonb ->> given.role)
  from speaker_assignments as given
  left join jurors as named on named.id = given.juror_id and named.deleted_at is null
  where given.video_id = ${videoId} and given.label = ${label}), ${labelName(label)})`

const labelName = (label: SQL): SQL => sql`regexp_replace(${label}, '^voice-([0-9]+)$', 'Voice \\1')`
