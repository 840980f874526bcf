import type { FindingType, Stance } from '#contract/findings.ts'

export const typeLabels: Record<FindingType, string> = {
  hardship: 'Hardship',
  bias_indicator: 'Bias indicator',
  long_pause: 'Long pause',
  key_statement: 'Key statement',
}

export const stanceLabels: Record<Stance, string> = {
  expressed: 'Expressed',
  equivocal: 'Equivocal',
  rehabilitated: 'Rehabilitated',
  reaffirmed: 'Reaffirmed',
}
