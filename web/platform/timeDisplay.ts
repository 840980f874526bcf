/** How this browser shows times: in which zone and by which clock. Without a choice, as the system does. */
import { readSetting, writeSetting } from './storage.ts'

export type TimeDisplay = { timeZone: string | null; clock: '12' | '24' | null }

const keys = { timeZone: 'time.zone', clock: 'time.clock' } as const
/** Zones beside which the list of some browsers has no UTC. */
const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((each) => each !== 'UTC')]
export const timeZones = names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))

export function timeDisplay(): TimeDisplay {
  const [timeZone, clock] = [readSetting(keys.timeZone), readSetting(keys.clock)]
  return {
    timeZone: timeZone !== null && names.includes(timeZone) ? timeZone : null,
    clock: clock === '12' || clock === '24' ? clock : null,
  }
}

type TimeFormats = Record<'date' | 'dateTime' | 'time', Intl.DateTimeFormat>
let made: (TimeFormats & { by: string }) | null = null

/** Formats for the current choice, kept until it changes: a list formats hundreds of times. */
export function timeFormats(): TimeFormats {
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
  }
  return made
}

/** Year-month-day of a moment in the chosen time zone. */
export function getDay(moment: Date): string {
  const { timeZone } = timeDisplay()
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', { ...parts, ...(timeZone === null ? {} : { timeZone }) }).format(moment)
}

/** The zone in which this person reads times. */
export const getTimeZone = (): string => timeDisplay().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

export function chooseTimeDisplay({ timeZone, clock }: TimeDisplay): void {
  writeSetting(keys.timeZone, timeZone)
  writeSetting(keys.clock, clock)
}
