/**
 * Parses clock times, seconds (`75.5`), milliseconds (`75500ms`), and timecodes, ignoring frames. Returns null if the
 * text is invalid.
 */
export function parseClock(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  const plain = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|seconds)?$/i.exec(trimmed)
  if (plain) return Math.round(Number(plain[1]) * (plain[2]?.toLowerCase() === 'ms' ? 1 : 1000))
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:(\.\d{1,6})|[:;]\d{2})?$/.exec(trimmed)
  if (!clock) return null
  const [, hours, minutes, seconds, fraction] = clock
  return Math.round(
    Number(hours ?? 0) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction ?? 0) * 1000,
  )
}

export function formatClock(ms: number, mark: '.' | ',' | null = null): string {
  const whole = Math.floor(ms / 1000)
  const pair = (value: number): string => String(value).padStart(2, '0')
  const clock = `${pair(Math.floor(whole / 3600))}:${pair(Math.floor(whole / 60) % 60)}:${pair(whole % 60)}`
  return mark === null ? clock : `${clock}${mark}${String(ms % 1000).padStart(3, '0')}`
}
