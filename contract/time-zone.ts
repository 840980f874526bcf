/** Rejects offsets such as "+05:30" because they ignore daylight saving time and PostgreSQL reverses their sign. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Returns the instant when local clocks show this date (YYYY-MM-DD) and time (HH:MM). If a clock change skips or
 * repeats that time, either candidate may be returned.
 */
export function instantIn(timeZone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // Apply the offset twice because it may differ before and after a clock change.
  const near = shown - aheadMs(timeZone, shown)
  return new Date(shown - aheadMs(timeZone, near))
}

function aheadMs(timeZone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(atMs / 1000) * 1000
}
