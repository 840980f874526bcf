import type { AnnotationCategory } from '../findings/annotations.ts'
import type { Severity, Stance } from '../findings/findings.ts'
import { subWords } from '../findings/words.ts'
import type { DismissReason, HighlightStatus, HighlightType } from './highlights.ts'

type HighlightSpec = {
  word: string
  plural: string
  searchedAs: readonly string[]
  category: AnnotationCategory
  isJurors: boolean
  showsSub: boolean
}

/** A new type also needs an entry in `findingTypes` or `highlightTypes`, and a detector in the engine. */
export const highlightSpecs: Readonly<Record<HighlightType, HighlightSpec>> = {
  hardship: {
    word: 'Hardship',
    plural: 'Hardship',
    searchedAs: ['hardship'],
    category: 'hardship',
    isJurors: true,
    showsSub: true,
  },
  bias_indicator: {
    word: 'Bias indicator',
    plural: 'Bias indicators',
    searchedAs: ['bias', 'bias_indicator'],
    category: 'bias',
    isJurors: true,
    showsSub: true,
  },
  long_pause: {
    word: 'Long pause',
    plural: 'Long pauses',
    searchedAs: ['pause', 'long_pause'],
    category: 'note',
    isJurors: true,
    showsSub: false,
  },
  key_statement: {
    word: 'Key statement',
    plural: 'Key statements',
    searchedAs: ['key', 'key_statement', 'statement'],
    category: 'key_statement',
    isJurors: false,
    showsSub: true,
  },
  objection: {
    word: 'Objection',
    plural: 'Objections',
    searchedAs: ['objection'],
    category: 'objection',
    isJurors: false,
    showsSub: true,
  },
  ruling: {
    word: 'Ruling',
    plural: 'Rulings',
    searchedAs: ['ruling'],
    category: 'note',
    isJurors: false,
    showsSub: true,
  },
  manual: { word: 'Note', plural: 'Notes', searchedAs: ['manual'], category: 'note', isJurors: false, showsSub: true },
}

export const highlightTypeWords = Object.fromEntries(
  Object.entries(highlightSpecs).map(([type, { word }]) => [type, word]),
) as Record<HighlightType, string>

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

export const highlightTitle = ({ type, sub }: { type: HighlightType; sub: string }): string =>
  sub !== '' && highlightSpecs[type].showsSub
    ? `${highlightSpecs[type].word}: ${subWords(sub)}`
    : highlightSpecs[type].word
