import type { HardshipFacts } from '#contract/findings/findings.ts'
import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { ClockPlace } from '#contract/strikes/clock.ts'
import type { StrikeObjection, StrikeRuling, StrikeState } from '#contract/strikes/data.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import type { RationaleBasis, RationaleLevel, RationaleRegime } from '#contract/strikes/rationale.ts'
import { isRuledOn, type Strike, type StrikeEvent } from '#contract/strikes/strikes.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { isolate } from '#web/platform/format.ts'
import type { Tone } from '#web/ui/kit.ts'

export const stateLabels: Record<StrikeState, { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'neutral' },
  submitted: { word: 'Waiting for approval', tone: 'info' },
  changes_requested: { word: 'Changes requested', tone: 'warning' },
  approved: { word: 'Approved', tone: 'success' },
  rejected: { word: 'Rejected', tone: 'danger' },
  exercised: { word: 'Exercised', tone: 'accent' },
  ruled: { word: 'Ruled on', tone: 'accent' },
  final: { word: 'Final', tone: 'success' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' },
  void: { word: 'Void', tone: 'neutral' },
}

export const kindLabels = { cause: 'Challenge for cause', peremptory: 'Peremptory' } as const

export const rulingLabels: Record<StrikeRuling, string> = {
  pending: 'No ruling yet',
  granted: 'Granted',
  denied: 'Denied',
  reserved: 'Reserved',
  disallowed: 'Disallowed',
}

export const getRulingLabel = (strike: Strike): string => (isRuledOn(strike) ? rulingLabels[strike.ruling] : '')

export const basisLabels: Record<RationaleBasis, string> = {
  stated_answer: 'Stated answer',
  questionnaire_answer: 'Questionnaire answer',
  experience: 'Experience',
  relationship: 'Relationship',
  attitude: 'Attitude',
  demeanor_observed: 'Demeanor observed',
  other: 'Other',
}

export const levelLabels: Record<RationaleLevel, { word: string; tone: Tone }> = {
  ok: { word: 'No issues found', tone: 'success' },
  caution: { word: 'Caution', tone: 'warning' },
  presumptively_invalid: { word: 'Presumptively invalid', tone: 'danger' },
  protected_trait: { word: 'Names a protected trait', tone: 'danger' },
}

export const regimeLabels: Record<RationaleRegime, string> = {
  batson: 'Batson',
  jeb: 'J.E.B.',
  ca_231_7: 'California CCP 231.7',
  wa_gr37: 'Washington GR 37',
}

export const objectionLabels: Record<StrikeObjection['basis'], string> = {
  batson: 'Batson',
  jeb: 'J.E.B.',
  gr37: 'GR 37',
  '231_7': 'CCP 231.7',
  other: 'Other',
}

export const primaFacieLabels: Record<StrikeObjection['primaFacie'], string> = {
  not_ruled: 'Not ruled on',
  found: 'Found',
  not_found: 'Not found',
  assumed: 'Assumed',
}

export const positionLabels: Record<Strike['opposingPosition'], string> = {
  unknown: 'Unknown',
  oppose: 'Opposes',
  no_objection: 'No objection',
  join: 'Joins',
}

export const eventLabels: Record<StrikeEvent['kind'], string> = {
  submit: 'submitted it for approval',
  approve: 'approved it',
  request_changes: 'requested changes',
  reject: 'rejected it',
  exercise: 'exercised it',
  exercise_unapproved: 'exercised it before approval',
  approve_afterwards: 'approved it after the fact',
  rule: 'recorded the ruling',
  withdraw: 'withdrew it',
  undo: 'undid it',
  void: 'voided it',
  create: 'drafted it',
  record: 'recorded it',
  edit: 'edited it',
  object: 'recorded the objection',
  preserve: 'recorded a preservation step',
  supersede: 'superseded it with another strike on the juror',
  restore: 'restored it',
}

export const placeLabels: Record<ClockPlace['basis'], string> = {
  marked: '',
  reckoned: 'estimated from another marked time',
  placed: 'based on the session clock',
}

export const factLabels: Record<keyof HardshipFacts, string> = {
  paid: 'Paid while serving',
  replaceable: 'Coverage at work or home',
  scheduleFix: 'A schedule change would help',
  documented: 'Documented',
}
export const factNames = Object.keys(factLabels) as (keyof HardshipFacts)[]

export const excusalPositionLabels: Record<ExcusalRequest['position'], string> = {
  open: 'Not discussed',
  agreed: 'Agreed',
  opposed: 'Opposed',
  court_call: 'Court’s call',
}
export const excusalRulingLabels = { granted: 'Excused', denied: 'Not excused', reserved: 'Reserved' } as const

export function describeErrors(error: unknown): string {
  const sentences = error instanceof ApiError ? Object.values(error.fields) : []
  return sentences.length > 0 ? sentences.join(' ') : describeError(error)
}

const onPanel: readonly JurorStatus[] = [...liveJurorStatuses, 'selected', 'alternate']

export const isOut = ({ status }: { status: JurorStatus }): boolean => !onPanel.includes(status)

export const nameJuror = ({ number, seat, name }: Pick<BoardJuror, 'number' | 'seat' | 'name'>): string =>
  `Juror ${number}${seat === null ? '' : `, seat ${seat}`}${name ? `, ${isolate(name)}` : ''}`

export const undoReason = 'Withdrawn by the person who added it.'
