import type { AnnotationCategory } from '#contract/findings/annotations.ts'

export const categoryLabels: Record<AnnotationCategory, string> = {
  bias: 'Bias',
  hardship: 'Hardship',
  objection: 'Objection',
  key_statement: 'Key Statement',
  note: 'General Note',
}
