import type { FindingType } from '#contract/findings/findings.ts'
import { bandFrom } from '#contract/highlights/highlights.ts'
import { readSetting, writeSetting } from './storage.ts'

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'] as const

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} Bytes`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), sizeUnits.length - 1)
  return `${(bytes / 1024 ** power).toFixed(2)} ${sizeUnits[power]}`
}

const padTwo = (value: number) => String(value).padStart(2, '0')

/** 65.4 → "1:05", 3665 → "1:01:05" */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(rest)}` : `${minutes}:${padTwo(rest)}`
}

/** 736.5 → "00:12:16.500" */
export function formatTimecode(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000))
  const whole = Math.floor(ms / 1000)
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(padTwo).join(':')
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`
}

const steps = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** Returns "3 minutes ago", or "just now" for times less than a minute ago or in the future. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000
  const step = steps.find((each) => seconds >= each.seconds)
  if (!step) return 'just now'
  const count = Math.floor(seconds / step.seconds)
  return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`
}

/** 125 → "2 min", 40 → "40 s", 5400 → "1 h 30 min" */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const countFormat = new Intl.NumberFormat()

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const formatDate = (iso: string): string => formatInstant(iso, 'date')
export const formatDateTime = (iso: string): string => formatInstant(iso, 'dateTime')
export const formatTime = (iso: string): string => formatInstant(iso, 'time')
export const formatClock = (iso: string): string => formatInstant(iso, 'clock')

/** Formats "16:00" in the viewer's clock format. It's the court's time, so no time zone applies. */
export const formatCourtTime = (time: string): string =>
  timeFormats()
    .courtTime.format(new Date(`1970-01-01T${time}Z`))
    .replace(/\s/, '\u00A0')

// Formatting a calendar day as an instant would show the previous day in zones west of UTC.
const formatInstant = (iso: string, kind: keyof TimeFormats): string =>
  iso.includes('T') ? timeFormats()[kind].format(new Date(iso)) : formatDay(iso)

export const formatPercent = (ratio: number): string => percentFormat.format(ratio)
export const formatCount = (count: number): string => countFormat.format(count)

/** Returns "30 days", or null if deleted items can't be restored. `days` is null if the server didn't say. */
export function formatKeepDays(days: number | null): string | null {
  if (days === null) return 'a limited time'
  return days === 0 ? null : `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`
}

type TimeDisplay = { timeZone: string | null; clock: '12' | '24' | null }

const keys = { timeZone: 'time.zone', clock: 'time.clock' } as const
/** Some browsers omit UTC from their list. */
const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((each) => each !== 'UTC')]
export const timeZones = names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))

export function timeDisplay(): TimeDisplay {
  const [timeZone, clock] = [readSetting(keys.timeZone), readSetting(keys.clock)]
  return {
    timeZone: timeZone !== null && names.includes(timeZone) ? timeZone : null,
    clock: clock === '12' || clock === '24' ? clock : null,
  }
}

type TimeFormats = Record<'date' | 'dateTime' | 'time' | 'clock' | 'courtTime', Intl.DateTimeFormat>
let made: (TimeFormats & { by: string }) | null = null

function timeFormats(): TimeFormats {
  const { timeZone, clock } = timeDisplay()
  const by = `${timeZone} ${clock}`
  if (made?.by === by) return made
  const zone = timeZone === null ? {} : { timeZone }
  const hours = clock === null ? {} : { hour12: clock === '12' }
  made = {
    by,
    date: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...zone }),
    dateTime: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', ...zone, ...hours }),
    time: new Intl.DateTimeFormat(undefined, { timeStyle: 'short', ...zone, ...hours }),
    clock: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', ...zone, ...hours }),
    courtTime: new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC', ...hours }),
  }
  return made
}

export function getDay(moment: Date): string {
  const { timeZone } = timeDisplay()
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', { ...parts, ...(timeZone === null ? {} : { timeZone }) }).format(moment)
}

export const getToday = (): string => getDay(new Date())

export const getTimeZone = (): string => timeDisplay().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

export function chooseTimeDisplay({ timeZone, clock }: TimeDisplay): void {
  writeSetting(keys.timeZone, timeZone)
  writeSetting(keys.clock, clock)
}

/** Parses "90", "1:30", or "1:02:03.5" to seconds. Returns null for any other text. */
export function readSeconds(text: string): number | null {
  const plain = text.trim()
  if (!/^(\d+:){0,2}\d+(\.\d{1,3})?$/.test(plain)) return null
  return plain.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** The order of `browsers` and `systems` matters because user agents include each other's names. */
export function describeBrowser(agent: string | null): string {
  const browser = browsers.find(([pattern]) => pattern.test(agent ?? ''))?.[1] ?? 'Unknown browser'
  const system = systems.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  return system ? `${browser} on ${system}` : browser
}

/** A pause is measured, so it has no accuracy rate. Its confidence reflects how well the juror's pace is known. */
export function describeConfidence(type: string, confidence: number): string {
  if (type !== ('long_pause' satisfies FindingType)) return formatPercent(confidence)
  if (confidence >= bandFrom.high) return 'high confidence'
  return confidence >= bandFrom.medium ? 'medium confidence' : 'low confidence'
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Keeps a right-to-left name from reordering the words and numbers beside it in the same sentence. */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
