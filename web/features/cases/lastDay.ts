/** The last day of a member's access, as a calendar day in the chosen time zone; stored as an instant. */
import { instantIn } from '#contract/time-zone.ts'
import { getDay, getTimeZone } from '#web/platform/format.ts'

/** Year-month-day; empty without an end. */
export const getLastDay = (expiresAt: string | null): string => (expiresAt ? getDay(new Date(expiresAt)) : '')

/** The last second of that day. A day that did not change keeps its instant: saving a role must not move the end. */
export function endOfAccess(day: string, before: string | null): string | null {
  if (day === getLastDay(before)) return before
  return day ? new Date(instantIn(getTimeZone(), day, '23:59').getTime() + 59_000).toISOString() : null
}
