type Calendar = { voirDireDate: string | null; sessionDates: readonly (string | null)[]; today: string }

/**
 * Returns the first weekday without a session, from today or the voir dire date, whichever is later. Returns an empty
 * string if the case has no dates yet. All dates are YYYY-MM-DD.
 */
export function proposeDate({ voirDireDate, sessionDates, today }: Calendar): string {
  const taken = new Set(sessionDates.filter((date) => date !== null))
  if (voirDireDate === null && taken.size === 0) return ''
  let day = voirDireDate !== null && voirDireDate > today ? voirDireDate : today
  while (taken.has(day) || isWeekend(day)) day = getNextDay(day)
  return day
}

const toUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const isWeekend = (day: string): boolean => [0, 6].includes(toUtc(day).getUTCDay())
const getNextDay = (day: string): string => new Date(toUtc(day).getTime() + 86_400_000).toISOString().slice(0, 10)
