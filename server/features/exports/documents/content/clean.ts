import { subWords } from '#contract/findings/words.ts'
/** Removes control characters, bidirectional overrides, which make text read backward, and characters no one sees. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g,
      '',
    )
    .replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n')

/** Collapses whitespace so that user text can't start a new line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export function toClock(at: string | null, timeZone: string, timeStyle: 'short' | 'medium' = 'short'): string {
  if (at === null) return ''
  // sv-SE formats dates as ISO 8601, and en-US has short names for US time zones.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle })
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  const moment = new Date(at)
  return `${clock.format(moment)} ${zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value}`
}

export const toLocalTime = (at: string | null, timeZone: string): string =>
  at === null
    ? ''
    : new Intl.DateTimeFormat('en-US', {
        ...{ timeZone, year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
        timeZoneName: 'short',
      })
        .format(new Date(at))
        .replaceAll('\u202F', ' ')

export const toDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

export function timecode(ms: number | null): string {
  if (ms === null) return ''
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export const toWords = (code: string): string => {
  const text = subWords(code)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
