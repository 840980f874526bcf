/**
 * Finds the recording time of something a device logged by its clock. Recordings are added after the session, so
 * strikes store the time of day and the place is computed on read.
 */
import { z } from 'zod'
import { Id, Seconds } from '../endpoint.ts'
import type { Timecode } from './data.ts'

/**
 * `marked`: set by a person. `reckoned`: offset from another mark in the same recording. `placed`: from the session
 * clock, only as accurate as the start times entered.
 */
export const clockBases = ['marked', 'reckoned', 'placed'] as const

export const ClockPlace = z.object({ videoId: Id, seconds: Seconds, basis: z.enum(clockBases) })
export type ClockPlace = z.infer<typeof ClockPlace>

export type SessionClock = {
  /** In seconds. `offset` is on the session clock. */
  recordings: readonly { videoId: string; offset: number; duration: number }[]
  /** ISO times with a marked place in a recording. */
  marks: readonly { at: string; timecode: Timecode }[]
  /** Planned start of the session clock (ISO); null if the date, time, or time zone is unknown. */
  startsAt: string | null
}

type Recording = SessionClock['recordings'][number]

/**
 * Returns the place in a recording for an ISO time, or null if none covers it. The nearest mark wins because clock
 * drift grows with time.
 */
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

/** Returns the marked place if its recording still exists, otherwise the estimated one. */
export function placeOfCall(at: string | null, marked: Timecode | null, clock: SessionClock): ClockPlace | null {
  const recording = clock.recordings.find(({ videoId }) => videoId === marked?.videoId)
  if (marked && recording) return { ...marked, basis: 'marked' }
  return at === null ? null : getPlace(at, clock)
}

function within({ videoId, duration }: Recording, seconds: number, basis: ClockPlace['basis']): ClockPlace | null {
  const rounded = Math.round(seconds * 1000) / 1000
  return rounded >= 0 && rounded <= duration ? { videoId, seconds: rounded, basis } : null
}
