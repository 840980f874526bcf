import type { FindingType, HedgeLevel, Stance } from '#contract/findings.ts'

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

export const hedgeLabels: Record<HedgeLevel, string> = { firm: 'Firm', soft: 'Soft', weak: 'Weak', refusal: 'Refusal' }

/** `law_enforcement_pro` → "law enforcement pro". */
export const subLabel = (sub: string): string => sub.replaceAll('_', ' ')
