import type { corners, numberings } from '#contract/sessions/seating.ts'
import type { Session, SessionChecklist, SessionStatus } from '#contract/sessions/sessions.ts'
import { formatCourtTime, formatDay } from '#web/platform/format.ts'
import type { StatusKind } from '#web/ui/kit.ts'

export const typeLabels: Record<Session['type'], string> = {
  jury_voir_dire: 'Jury voir dire',
  individual_voir_dire: 'Individual voir dire',
  mock: 'Mock',
  focus_group: 'Focus group',
  questionnaire_review: 'Questionnaire review',
  strike_conference: 'Strike conference',
}

export const statusLabels: Record<SessionStatus, string> = {
  scheduled: 'Scheduled',
  uploading: 'Uploading',
  processing: 'Processing',
  ready_for_review: 'Ready for review',
  in_review: 'In review',
  reviewed: 'Reviewed',
  locked: 'Locked',
}

export const statusKinds: Record<SessionStatus, StatusKind> = {
  scheduled: 'waiting',
  uploading: 'busy',
  processing: 'busy',
  ready_for_review: 'done',
  in_review: 'waiting',
  reviewed: 'done',
  locked: 'done',
}

export const transcriptLabels: Record<Session['transcriptSource'], string> = {
  ai: 'Generated from the recording',
  court_reporter: 'Court reporter',
  imported: 'Imported file',
}

export const numberingLabels: Record<(typeof numberings)[number], string> = {
  left_to_right: 'Left to right',
  right_to_left: 'Right to left',
  serpentine: 'Serpentine',
}

export const cornerLabels: Record<(typeof corners)[number], string> = {
  front_left: 'Front left',
  front_right: 'Front right',
  back_left: 'Back left',
  back_right: 'Back right',
}

/** The first two matter on appeal because an objection fails if voir dire isn't on the record. */
export const checklistLabels: Record<keyof SessionChecklist, string> = {
  recorded: 'Voir dire is being recorded',
  reporterPresent: 'A court reporter is present',
  rulesRead: 'The judge’s selection rules have been reviewed',
  questionnaireLoaded: 'Questionnaires are loaded',
}

/** Returns "Mar 14, 2026, 9:30 AM–4:00 PM". The date is a calendar day and is the same in every time zone. */
export function formatWhen({ date, startTime, endTime }: Pick<Session, 'date' | 'startTime' | 'endTime'>): string {
  const day = date ? formatDay(date) : 'No date yet'
  const hours = [startTime, endTime]
    .filter((each) => each !== null)
    .map(formatCourtTime)
    .join('–')
  return hours ? `${day}, ${hours}` : day
}

export const listOptions = (words: Record<string, string>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const nameVideoLink = (findings: number | null): string =>
  findings === null ? 'Open video' : findings === 1 ? 'Open video (1 finding)' : `Open video (${findings} findings)`
