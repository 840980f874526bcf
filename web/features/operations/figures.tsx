import { Badge } from '#web/ui/kit.ts'

export type Figure = { text: string; isSample: boolean }

export function figure<T>(value: T | null | undefined, sample: string, words: (value: T) => string): Figure {
  if (value === undefined) return { text: sample, isSample: true }
  return { text: value === null ? 'Not measured yet' : words(value), isSample: false }
}

export const formatPercentage = (value: number): string => `${value}%`
export const formatMs = (value: number): string => `${value}ms`
export const formatGigabytes = (value: number): string => `${value} GB`

export function formatChange(change: number, unit = '%'): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  return `${sign}${Math.abs(change)}${unit}`
}

export const countWords = (count: number): string =>
  count < 10_000 ? String(count) : `${(count / 1000).toFixed(1).replace(/\.0$/, '')}K`

export const SampleMark = () => <Badge tone="warning">sample</Badge>
