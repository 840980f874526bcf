import { type Annotation, annotationCategories, type AnnotationCategory } from '#contract/findings/annotations.ts'
import { type Severity, severities } from '#contract/findings/findings.ts'
import { readSeconds } from '#web/platform/format.ts'

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
  startTime: (Math.floor(nowSeconds * 10) / 10).toFixed(1),
  endTime: '',
  category: '',
  severity: '',
  tags: '',
})

export const toValues = (annotation: Annotation): FormValues => ({
  title: annotation.title,
  description: annotation.description,
  startTime: String(annotation.startTime),
  endTime: annotation.endTime === null ? '' : String(annotation.endTime),
  category: annotation.category,
  severity: annotation.severity,
  tags: annotation.tags.join(', '),
})

function toSeconds(text: string): number | null {
  const value = readSeconds(text) ?? Number(text.trim())
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? null : value
}

type Payload = {
  title: string
  description: string
  startTime: number
  endTime: number | null
  category: AnnotationCategory
  severity: Severity
  tags: string[]
  type: 'note'
  isAiGenerated: boolean
}
export type Faults = Partial<Record<keyof FormValues, string>>

export function readPayload(
  values: FormValues,
  { nowSeconds, isAiGenerated = false }: { nowSeconds: number; isAiGenerated?: boolean },
): { payload: Payload } | { faults: Faults } {
  const category = annotationCategories.find((each) => each === values.category)
  const severity = severities.find((each) => each === values.severity)
  const startTime = toSeconds(values.startTime) ?? Math.round(nowSeconds * 1000) / 1000
  const endTime = toSeconds(values.endTime)
  const faults: Faults = {}
  if (endTime === null && values.endTime.trim() !== '')
    faults.endTime = 'Enter the end time in seconds or minutes and seconds, such as 90 or 1:30.'
  else if (endTime !== null && endTime <= startTime) faults.endTime = 'End time must be after start time.'
  if (!category) faults.category = 'Select a category.'
  if (!severity) faults.severity = 'Select a severity.'
  if (!category || !severity || Object.keys(faults).length > 0) return { faults }
  const payload: Payload = {
    title: values.title.trim(),
    description: values.description.trim(),
    startTime,
    endTime,
    category,
    severity,
    tags: values.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    type: 'note',
    isAiGenerated,
  }
  return { payload }
}
