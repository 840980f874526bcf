import { jurorFields, mapJurorFields } from '#contract/jurors/fields.ts'
import type { ColumnTarget } from '#contract/jurors/import.ts'
import type { JurorEventKind, JurorStatus } from '#contract/jurors/jurors.ts'
import type { Tone } from '#web/ui/kit.ts'

export const statusLabels: Record<JurorStatus, string> = {
  in_venire: 'In the venire',
  seated: 'Seated',
  questioned: 'Questioned',
  qualified: 'Qualified',
  excused_hardship: 'Excused for hardship',
  struck_cause: 'Struck for cause',
  struck_peremptory_us: 'Struck by us',
  struck_peremptory_them: 'Struck by them',
  excused_other: 'Excused',
  no_show: 'No-show',
  selected: 'Selected',
  alternate: 'Alternate',
  dismissed: 'Dismissed',
}

export const statusTones: Record<JurorStatus, Tone> = {
  in_venire: 'neutral',
  seated: 'info',
  questioned: 'info',
  qualified: 'success',
  excused_hardship: 'neutral',
  struck_cause: 'danger',
  struck_peremptory_us: 'danger',
  struck_peremptory_them: 'danger',
  excused_other: 'neutral',
  no_show: 'neutral',
  selected: 'success',
  alternate: 'success',
  dismissed: 'neutral',
}

export const eventLabels: Record<JurorEventKind, string> = {
  questioned: 'Questioned',
  qualified: 'Qualified',
  excused_hardship: 'Excused for hardship',
  excused_other: 'Excused for another reason',
  no_show: 'Did not appear',
  dismissed: 'Dismissed',
  reinstated: 'Reinstated',
}

export const targetLabels: Record<ColumnTarget, string> = {
  jurorNumber: 'Juror number',
  displayName: 'Name',
  orderIndex: 'Call order',
  ...mapJurorFields((field) => jurorFields[field].label),
  tags: 'Tags',
  questionnaire: 'Questionnaire answer',
  leave_out: 'Leave out',
}

/** Ratings of attitudes and experience, never of protected traits. Negative values are bad for our side. */
export const leanLabels = {
  '-2': 'Strongly against us',
  '-1': 'Leans against us',
  '0': 'Neutral',
  '1': 'Leans toward us',
  '2': 'Strongly for us',
} as const
export const formatLean = (lean: number): string => (lean > 0 ? `+${lean}` : lean < 0 ? `−${-lean}` : '0')
