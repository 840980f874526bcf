import { subWords } from '#contract/findings/words.ts'
/**
 * Text as it may stand in a file: without control characters and without the marks that turn the direction of what
 * follows (a file name or cell that reads backwards). Right-to-left letters themselves stay.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g,
      '',
    )
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')

/** A line of a list or a form is a line: nobody's words make a second one. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * "2026-03-02 16:30 PST" by the clocks of a time zone, since late in a sitting UTC is already the next day. `medium` has
 * seconds. Empty for null.
 */
export function toClock(at: string | null, timeZone: string, timeStyle: 'short' | 'medium' = 'short'): string {
  if (at === null) return ''
  // Swedish dates are those of ISO 8601; American English has short names for the zones of American courts.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle })
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  const moment = new Date(at)
  return `${clock.format(moment)} ${zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value}`
}

/** "1:04:07" of milliseconds; tenths are left to the link. */
export function timecode(ms: number | null): string {
  if (ms === null) return ''
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** "bias_indicator" → "Bias indicator"; kinds of findings by their names. */
export const toWords = (code: string): string => {
  const text = subWords(code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
