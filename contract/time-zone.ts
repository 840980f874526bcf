/**
 * Whether a name is a time zone of the IANA list, such as America/Chicago. An offset ("+05:30") is none: it knows no change
 * of clocks, and PostgreSQL reads its sign the other way round.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * The moment at which the clocks of a zone show this day (year-month-day) and time (hours:minutes). Of a time that a change
 * of clocks skips or repeats it is one of the two that it could be.
 */
export function instantIn(timeZone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // Twice: what holds before a change of clocks may not hold after it.
  const near = shown - aheadMs(timeZone, shown)
  return new Date(shown - aheadMs(timeZone, near))
}

/** How far the clocks of a zone are ahead of UTC then, in ms. */
function aheadMs(timeZone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(atMs / 1000) * 1000
}
