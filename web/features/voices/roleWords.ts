import type { SpeakerRole } from '#contract/videos/transcript.ts'

export const roleWords: Record<SpeakerRole, string> = {
  judge: 'Court',
  clerk: 'Clerk',
  reporter: 'Reporter',
  interpreter: 'Interpreter',
  prosecutor: 'Prosecutor',
  plaintiff_attorney: 'Plaintiff’s counsel',
  defense_attorney: 'Defense counsel',
  attorney: 'Attorney',
  juror: 'Juror',
  witness: 'Witness',
  note: 'Note',
  other: 'Other',
  unknown: 'Unknown',
}
