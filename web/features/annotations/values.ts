import { type Annotation, annotationCategories, type AnnotationCategory } from '#contract/annotations.ts'
import { type Severity, severities } from '#contract/findings.ts'
import { readSeconds } from '#web/platform/readSeconds.ts'

/** What stands in the form's fields: text, as it is typed. */
export type FormValues = {
  title: string
  description: string
  startTime: string
  endTime: string
  category: string
  severity: string
  tags: string
}

export const blankValues = (nowSeconds: number): FormValues => ({
  title: '',
  description: '',
  // Not rounded up: at the end of a video that would lie behind it.
  startTime: (Math.floor(nowSeconds * 10) / 10).toFixed(1),
  endTime: '',
  category: '',
  severity: '',
  tags: '',
})

export const valuesOf = (annotation: Annotation): FormValues => ({
  title: annotation.title,
  description: annotation.description,
  startTime: String(annotation.startTime),
  endTime: annotation.endTime === null ? '' : String(annotation.endTime),
  category: annotation.category,
  severity: annotation.severity,
  tags: annotation.tags.join(', '),
})

/** Also as the player shows it: "1:30" is ninety. */
function secondsOf(text: string): number | null {
  const value = readSeconds(text) ?? Number(text.trim())
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

/** The payload of the call. A blank or invalid start falls back to where the player is. */
export function payloadOf(values: FormValues, nowSeconds: number) {
  const category: AnnotationCategory = annotationCategories.find((each) => each === values.category) ?? 'note'
  const severity: Severity = severities.find((each) => each === values.severity) ?? 'low'
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    startTime: secondsOf(values.startTime) ?? Math.round(nowSeconds * 1000) / 1000,
    endTime: secondsOf(values.endTime),
    category,
    severity,
    tags: values.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    type: 'note' as const,
    isAiGenerated: false as const,
  }
}
