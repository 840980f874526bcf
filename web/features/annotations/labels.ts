import type { AnnotationCategory } from '#contract/findings/annotations.ts'
import type { Severity } from '#contract/findings/findings.ts'

export const categoryLabels: Record<AnnotationCategory, string> = {
  bias: 'Bias',
  hardship: 'Hardship',
  objection: 'Objection',
  key_statement: 'Key Statement',
  note: 'General Note',
}

export const severityLabels: Record<Severity, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}
