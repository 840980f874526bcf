import { parseClock } from './clock.ts'
import type { Line } from './dialogue.ts'

const name = String.raw`(\p{Lu}[\p{L}\p{N}.'’_-]*(?: (?:\p{Lu}[\p{L}\p{N}.'’_-]*|\d{1,4})){0,3})`
const clock = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)`
const nameThenTime = new RegExp(`^${name}\\s+${clock}$`, 'u')
const timeThenName = new RegExp(`^\\[?${clock}\\]?(?:\\s+[-–]?\\s*)${name}$`, 'u')

/** Fewer could be lines of speech or of a cover that end with a time of day. */
const fewest = 3

/**
 * Lines that hold nothing but a name and a time, as dictation services write them above what was said ("Speaker 1  0:03",
 * "00:00:05 Speaker 1"), made into labels with their time; and the names. They count only where there are several, one
 * name comes again and their times never run backwards: otherwise the rows come back as they were.
 */
export function readSpeakerLines(rows: readonly Line[]): { rows: readonly Line[]; speakers: ReadonlySet<string> } {
  const found = rows.map(({ text }) => {
    const [, before, timeAfter] = nameThenTime.exec(text) ?? []
    const [, timeBefore, after] = timeThenName.exec(text) ?? []
    const speaker = before ?? after
    const startMs = parseClock(timeAfter ?? timeBefore ?? '')
    return speaker === undefined || startMs === null ? null : { speaker, startMs }
  })
  const heads = found.filter((head) => head !== null)
  const speakers = new Set(heads.map(({ speaker }) => speaker.toUpperCase()))
  const runsOn = heads.every(({ startMs }, at) => startMs >= (heads[at - 1]?.startMs ?? 0))
  if (heads.length < fewest || speakers.size === heads.length || !runsOn) return { rows, speakers: new Set() }
  return {
    speakers,
    rows: rows.map((row, at) => {
      const head = found[at]
      return head ? { ...row, text: `${head.speaker}:`, startMs: head.startMs } : row
    }),
  }
}
