/** The last day of a member's access, as a day of the calendar where the person sits; kept as a moment. */
import { dayOf } from './caseWords.ts'

/** Year-month-day; empty without an end. */
export const lastDayOf = (expiresAt: string | null): string => (expiresAt ? dayOf(new Date(expiresAt)) : '')

/** The last moment of that day. A day that was not changed keeps its moment: saving a role must not move the end. */
export function endOfAccess(day: string, before: string | null): string | null {
  if (day === lastDayOf(before)) return before
  return day ? new Date(`${day}T23:59:59`).toISOString() : null
}
