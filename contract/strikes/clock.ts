/**
 * Where in a recording something was that a device wrote down by its clock. Recordings come after the sitting, so that a
 * move on the board cannot carry its second: it keeps the time of day, and its place is reckoned whenever it is read.
 */
import { z } from 'zod'
import { Id, Seconds } from '../endpoint.ts'
import type { Timecode } from './data.ts'

/**
 * How the second is known. `marked`: a person found it in the recording. `reckoned`: from another second that a person
 * marked in the same recording, in which time runs as it did in the room. `placed`: by where the recordings stand on the
 * clock of the session, which is no better than what was entered there.
 */
export const clockBases = ['marked', 'reckoned', 'placed'] as const

export const ClockPlace = z.object({ videoId: Id, seconds: Seconds, basis: z.enum(clockBases) })
export type ClockPlace = z.infer<typeof ClockPlace>

/** What ties the time of day to the recordings of one session. */
export type SessionClock = {
  /** `offset`: seconds on the clock of the session at which it starts. Both in seconds. */
  recordings: readonly { videoId: string; offset: number; duration: number }[]
  /** Times of day (ISO) whose second in a recording a person has marked. */
  marks: readonly { at: string; timecode: Timecode }[]
  /** When the clock of the session stood at zero (ISO), as planned; null where day, time or time zone are not known. */
  startsAt: string | null
}

type Recording = SessionClock['recordings'][number]

/**
 * The second at which a recording holds this moment (ISO); null where none is known to cover it. The nearest mark counts
 * most: what two clocks drift apart grows with the time between.
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

/** What a person marked, while its recording is there; else what can be reckoned. */
export function placeOfCall(at: string | null, marked: Timecode | null, clock: SessionClock): ClockPlace | null {
  const recording = clock.recordings.find(({ videoId }) => videoId === marked?.videoId)
  if (marked && recording) return { ...marked, basis: 'marked' }
  return at === null ? null : getPlace(at, clock)
}

function within({ videoId, duration }: Recording, seconds: number, basis: ClockPlace['basis']): ClockPlace | null {
  const rounded = Math.round(seconds * 1000) / 1000
  return rounded >= 0 && rounded <= duration ? { videoId, seconds: rounded, basis } : null
}
