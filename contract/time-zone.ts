/**
 * Returns whether a name is an IANA time zone. Offsets such as "+05:30" are rejected: they have no daylight saving
 * time, and PostgreSQL reads their sign reversed.
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
 * Returns the instant at which local clocks show this date (YYYY-MM-DD) and time (HH:MM). For a skipped or repeated
 * time, returns one of the two candidates.
 */
export function instantIn(timeZone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // Twice, because the offset may differ before and after a clock change.
  const near = shown - aheadMs(timeZone, shown)
  return new Date(shown - aheadMs(timeZone, near))
}

/** Offset from UTC in ms. */
function aheadMs(timeZone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(atMs / 1000) * 1000
}
