import type { AnnotationCategory } from '#contract/annotations.ts'
import type { DismissReason, Highlight, HighlightStatus, HighlightType } from '#contract/highlights.ts'
import type { Severity, Stance } from '#contract/findings.ts'
import { subWords } from '#contract/findings.words.ts'
import type { Tone } from '#web/ui/tones.ts'

export const typeWords: Record<HighlightType, string> = {
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

export const statusWords: Record<HighlightStatus, string> = {
  suggested: 'Suggested',
  confirmed: 'Confirmed',
  edited: 'Edited',
  dismissed: 'Dismissed',
}

export const statusTones: Record<HighlightStatus, Tone> = {
  suggested: 'info',
  confirmed: 'success',
  edited: 'success',
  dismissed: 'neutral',
}

export const stanceWords: Record<Stance, string> = {
  expressed: 'Expressed',
  equivocal: 'Equivocal',
  rehabilitated: 'Rehabilitated',
  reaffirmed: 'Reaffirmed',
}

export const reasonWords: Record<DismissReason, string> = {
  wrong_speaker: 'Wrong speaker',
  question_not_answer: 'A question, not an answer',
  hypothetical: 'Hypothetical',
  negated: 'Negated',
  duplicate: 'Duplicate',
  not_relevant: 'Not relevant',
  other: 'Other',
}

/** "Bias indicator: trust in law enforcement". */
export const titleOf = ({ type, sub }: Pick<Highlight, 'type' | 'sub'>): string =>
  sub === '' || type === 'long_pause' ? typeWords[type] : `${typeWords[type]}: ${subWords(sub)}`

/** Who said it, as far as anybody knows. */
export const speakerOf = ({ juror, speaker }: Pick<Highlight, 'juror' | 'speaker'>): string | null =>
  juror ? [`Juror ${juror.number}`, juror.name].filter(Boolean).join(', ') : speaker

/** The specification's category of an annotation that says the same. */
export const annotationCategoryOf = (type: HighlightType): AnnotationCategory =>
  type === 'bias_indicator'
    ? 'bias'
    : type === 'hardship' || type === 'objection' || type === 'key_statement'
      ? type
      : 'note'
