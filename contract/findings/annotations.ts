import { z } from 'zod'
import { defineEndpoint, done, Id, Seconds, textLimits, Timestamp } from '../endpoint.ts'
import { severities } from './findings.ts'

export const annotationCategories = ['bias', 'hardship', 'objection', 'key_statement', 'note'] as const
export type AnnotationCategory = (typeof annotationCategories)[number]
export const annotationLimits = { tags: 20, tag: 40 } as const

export const Annotation = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  startTime: Seconds,
  endTime: Seconds.nullable(),
  category: z.enum(annotationCategories),
  severity: z.enum(severities),
  tags: z.array(z.string()),
  type: z.literal('note'),
  /** This stays true even if someone edits the annotation. */
  isAiGenerated: z.boolean(),
  findingId: Id.nullable(),
  createdAt: Timestamp,
  createdBy: z.string(),
  version: z.int(),
})
export type Annotation = z.infer<typeof Annotation>

export const AnnotationInput = z
  .strictObject({
    title: z.string().trim().min(1, 'Enter a title.').max(textLimits.title),
    description: z.string().trim().max(textLimits.long).default(''),
    startTime: Seconds,
    endTime: Seconds.nullish().transform((value) => value ?? null),
    category: z.enum(annotationCategories).default('note'),
    severity: z.enum(severities).default('low'),
    tags: z.array(z.string().trim().min(1).max(annotationLimits.tag)).max(annotationLimits.tags).default([]),
    type: z.literal('note').default('note'),
    isAiGenerated: z.boolean().default(false),
  })
  .refine((input) => input.endTime === null || input.endTime > input.startTime, {
    path: ['endTime'],
    message: 'End time must be after start time.',
  })

const onVideo = z.strictObject({ videoId: Id })
const onAnnotation = z.strictObject({ videoId: Id, id: Id })

export const createAnnotation = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/annotations',
  summary: 'Add an annotation to a video.',
  needs: 'member',
  params: onVideo,
  input: AnnotationInput,
  output: Annotation,
  touches: ['annotations'],
})

/** If the finding was already kept, returns the existing annotation. */
export const keepFinding = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/findings/:findingId/annotation',
  summary: 'Keep a finding as an annotation, marked as AI-generated.',
  needs: 'member',
  params: z.strictObject({ videoId: Id, findingId: Id }),
  input: z.strictObject({}),
  output: Annotation,
  touches: ['annotations'],
})

/** Returns 409 if `version` is stale. If `version` is omitted, the last write wins. */
export const updateAnnotation = defineEndpoint({
  method: 'PUT',
  path: '/api/videos/:videoId/annotations/:id',
  summary: 'Change an annotation.',
  needs: 'member',
  params: onAnnotation,
  input: AnnotationInput.safeExtend({ version: z.int().optional() }),
  output: Annotation,
  touches: ['annotations'],
})

export const deleteAnnotation = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/:videoId/annotations/:id',
  summary: 'Delete an annotation.',
  needs: 'member',
  params: onAnnotation,
  input: z.strictObject({}),
  output: done,
  touches: ['annotations'],
})
