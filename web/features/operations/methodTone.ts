import type { EndpointRecord } from '#contract/operations/operations.ts'
import type { Tone } from '#web/ui/kit.ts'

/** Methods are told apart by colour, and by their word. */
export const methodTone: Record<EndpointRecord['method'], Tone> = {
  GET: 'info',
  HEAD: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
}

export const statusWords: Record<EndpointRecord['status'], { word: string; tone: Tone }> = {
  healthy: { word: 'Healthy', tone: 'success' },
  failing: { word: 'Failing', tone: 'danger' },
  unknown: { word: 'No requests yet', tone: 'neutral' },
}
