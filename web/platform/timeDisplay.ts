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

let made: { by: string; date: Intl.DateTimeFormat; dateTime: Intl.DateTimeFormat } | null = null

/** Formats by the present choice; made anew only after a change, for a list formats hundreds of times. */
export function timeFormats(): { date: Intl.DateTimeFormat; dateTime: Intl.DateTimeFormat } {
  const { timeZone, clock } = timeDisplay()
  const by = `${timeZone} ${clock}`
  if (made?.by === by) return made
  const zone = timeZone === null ? {} : { timeZone }
  const hours = clock === null ? {} : { hour12: clock === '12' }
  made = {
    by,
    date: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...zone }),
    dateTime: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', ...zone, ...hours }),
  }
  return made
}

export function chooseTimeDisplay({ timeZone, clock }: TimeDisplay): void {
  writeSetting(keys.timeZone, timeZone)
  writeSetting(keys.clock, clock)
}
