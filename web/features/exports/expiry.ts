import type { ExportPolicy } from '#contract/exports/policy.ts'
import { exportLimits } from '#contract/exports/exports.ts'

const dayHours = 24
const usualHours = [1, dayHours, 3 * dayHours, 7 * dayHours, 30 * dayHours, 90 * dayHours, exportLimits.maxHours]

const describeExpiry = (hours: number): string => {
  const [count, unit] = hours < dayHours ? [hours, 'hour'] : [Math.round(hours / dayHours), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The times a firm allows a file or link to last, for a list; the value of "never" is empty. */
export function expiryChoices(policy: ExportPolicy, { never }: { never: boolean }): { value: string; label: string }[] {
  const mostHours = policy.maxExpiryDays * dayHours
  const hours = [...new Set([...usualHours.filter((each) => each <= mostHours), mostHours])]
  return [
    ...hours.map((each) => ({ value: String(each), label: describeExpiry(each) })),
    ...(never && policy.allowNever ? [{ value: '', label: 'Never' }] : []),
  ]
}

/** Seven days, or as long as the firm allows. */
export const firstExpiry = (policy: ExportPolicy): string =>
  String(Math.min(exportLimits.defaultHours, policy.maxExpiryDays * dayHours))

export const toHours = (value: string): number | null => (value === '' ? null : Number(value))
