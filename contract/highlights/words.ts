/** What the kinds, severities and states of findings and highlights are called, on screens and in files. */
import type { Severity, Stance } from '../findings/findings.ts'
import { subWords } from '../findings/words.ts'
import type { DismissReason, HighlightStatus, HighlightType } from './highlights.ts'

export const highlightTypeWords: Record<HighlightType, string> = {
  hardship: 'Hardship',
  bias_indicator: 'Bias indicator',
  long_pause: 'Long pause',
  key_statement: 'Key statement',
  objection: 'Objection',
  ruling: 'Ruling',
  manual: 'Note',
}

export const severityWords: Record<Severity, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

export const stanceWords: Record<Stance, string> = {
  expressed: 'Expressed',
  equivocal: 'Equivocal',
  rehabilitated: 'Rehabilitated',
  reaffirmed: 'Reaffirmed',
}

export const highlightStatusWords: Record<HighlightStatus, string> = {
  suggested: 'Suggested',
  confirmed: 'Confirmed',
  edited: 'Edited',
  dismissed: 'Dismissed',
}

export const dismissReasonWords: Record<DismissReason, string> = {
  wrong_speaker: 'Wrong speaker',
  question_not_answer: 'A question, not an answer',
  hypothetical: 'Hypothetical',
  negated: 'Negated',
  duplicate: 'Duplicate',
  not_relevant: 'Not relevant',
  other: 'Other',
}

/** "Bias indicator: trust in law enforcement". */
export const highlightTitle = ({ type, sub }: { type: HighlightType; sub: string }): string =>
  sub === '' || type === 'long_pause' ? highlightTypeWords[type] : `${highlightTypeWords[type]}: ${subWords(sub)}`
