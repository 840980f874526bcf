import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

export const roleWords: Record<SpeakerRole, string> = {
  judge: 'Judge',
  clerk: 'Clerk',
  reporter: 'Reporter',
  interpreter: 'Interpreter',
  prosecutor: 'Prosecutor',
  plaintiff_attorney: 'Plaintiff’s attorney',
  defense_attorney: 'Defense attorney',
  attorney: 'Attorney',
  juror: 'Juror',
  witness: 'Witness',
  note: 'Note',
  other: 'Other',
  unknown: 'Unknown',
}

/** As a person assigned it, else as the transcript names it. */
export function nameOfSpeaker({ displayName, assignment }: Pick<SessionSpeaker, 'displayName' | 'assignment'>): string {
  if (!assignment) return displayName
  if (assignment.jurorNumber !== null) return `Juror ${assignment.jurorNumber}`
  return roleWords[assignment.role]
}
