/**
 * Estimates where a logged event is in a recording. Estimates are computed on each read because recordings are added
 * after the session.
 */
import { z } from 'zod'
import { Id, Seconds } from '../endpoint.ts'
import type { Timecode } from './data.ts'

/**
 * `marked` means a person set the time. `reckoned` means it's estimated from another mark in the same recording.
 * `placed` means it's estimated from the session clock.
 */
export const clockBases = ['marked', 'reckoned', 'placed'] as const

export const ClockPlace = z.object({ videoId: Id, seconds: Seconds, basis: z.enum(clockBases) })
export type ClockPlace = z.infer<typeof ClockPlace>

export type SessionClock = {
  /** `offset` is the recording's start on the session clock. Both times are in seconds. */
  recordings: readonly { videoId: string; offset: number; duration: number }[]
  marks: readonly { at: string; timecode: Timecode }[]
  /** The planned start of the session clock (ISO). Null if the date, time, or time zone is unknown. */
  startsAt: string | null
}

type Recording = SessionClock['recordings'][number]

/** Returns null if no recording covers `at` (ISO). Uses the nearest mark because clock drift increases over time. */
export function getPlace(at: string, { recordings, marks, startsAt }: SessionClock): ClockPlace | null {
  const moment = Date.parse(at)
  const byId = new Map(recordings.map((each) => [each.videoId, each]))
  const nearest = marks
    .flatMap(({ at: markedAt, timecode }) => {
      const recording = byId.get(timecode.videoId)
      return recording ? [{ ms: Date.parse(markedAt), seconds: timecode.seconds, recording }] : []
    })
    .toSorted((a, b) => Math.abs(a.ms - moment) - Math.abs(b.ms - moment))
  for (const { ms, seconds, recording } of nearest) {
    const found = within(recording, seconds + (moment - ms) / 1000, 'reckoned')
    if (found) return found
  }
  const [mark] = nearest
  const zeroMs = mark
    ? mark.ms - (mark.recording.offset + mark.seconds) * 1000
    : startsAt === null
      ? null
      : Date.parse(startsAt)
  if (zeroMs === null) return null
  for (const recording of recordings) {
    const found = within(recording, (moment - zeroMs) / 1000 - recording.offset, 'placed')
    if (found) return found
  }
  return null
}

export function placeOfCall(at: string | null, marked: Timecode | null, clock: SessionClock): ClockPlace | null {
  const recording = clock.recordings.find(({ videoId }) => videoId === marked?.videoId)
  if (marked && recording) return { ...marked, basis: 'marked' }
  return at === null ? null : getPlace(at, clock)
}

function within({ videoId, duration }: Recording, seconds: number, basis: ClockPlace['basis']): ClockPlace | null {
  const rounded = Math.round(seconds * 1000) / 1000
  return rounded >= 0 && rounded <= duration ? { videoId, seconds: rounded, basis } : null
}
