import { parseClock } from './clock.ts'
import type { Line } from './dialogue.ts'
import type { Draft } from './draft.ts'
import { isWholeNote, readLabel } from './labels.ts'
import { inferRole } from './roles.ts'

const word = String.raw`(?:\p{Lu}[\p{L}\p{N}.'’_-]*|\d{1,4})`
/** "Speaker 1", "Ana de la Cruz", "O'Brien, Jr.". */
const name = String.raw`(\p{Lu}[\p{L}\p{N}.'’_-]*(?: (?:\p{Ll}{2,3} ){0,2}${word}){0,3}(?:, (?:Jr|Sr|I{2,3})\.?)?)`
const clock = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)`
const nameThenTime = new RegExp(`^${name}\\s+${clock}$`, 'u')
const timeThenName = new RegExp(`^\\[?${clock}\\]?(?:\\s+[-–]?\\s*)${name}$`, 'u')
/** Beside a time they belong to it. */
const ofTheClock =
  /^(?:[AP]\.?M\.?|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:janu|febru)ary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)\b/i

/** Fewer could be lines of speech or of a cover that end with a time of day. */
const fewest = 3
/** Of the heads, where nothing stands below: a service may have lost a word, a timetable has nothing else. */
const mostSilent = 0.2

type Head = { speaker: string; startMs: number }

/**
 * Turns of a text with nothing but a name and a time in a line above what was said, as dictation services write it
 * ("Speaker 1  0:03", "00:00:05 Speaker 1"). Null where it is not written so: there must be several such lines, one name
 * must come again, their times must never run backwards, words must stand below nearly all, and no more lines may be labelled
 * in another way.
 */
export function readSpeakerLines(rows: readonly Line[]): Draft[] | null {
  const found = rows.map(({ text }) => readHead(text))
  const heads = found.filter((head) => head !== null)
  const speakers = new Set(heads.map(({ speaker }) => speaker))
  const labelled = rows.filter(({ text }) => readLabel(text, new Set()) !== null).length
  if (heads.length < fewest || speakers.size === heads.length || labelled >= heads.length) return null
  if (heads.some(({ startMs }, at) => startMs < (heads[at - 1]?.startMs ?? 0))) return null
  const silent = found.filter((head, at) => head !== null && found[at + 1])
  if (silent.length > heads.length * mostSilent) return null
  const drafts: Draft[] = []
  let current: Head | null = null
  for (const [at, row] of rows.entries()) {
    const head: Head | null = found[at] ?? null
    if (head) {
      current = head
      drafts.push(toDraft(head.speaker, { text: '', startMs: head.startMs }))
    } else if (isWholeNote(row.text)) {
      drafts.push({ speaker: null, role: 'note', jurorNumber: null, pieces: [row] })
    } else {
      const last = drafts.at(-1)
      if (last && last.role !== 'note') last.pieces.push(row)
      else drafts.push(toDraft(current?.speaker ?? null, row))
    }
  }
  return drafts
}

function readHead(text: string): Head | null {
  const [, before, timeAfter] = nameThenTime.exec(text) ?? []
  const [, timeBefore, after] = timeThenName.exec(text) ?? []
  const speaker = before ?? after
  const startMs = parseClock(timeAfter ?? timeBefore ?? '')
  return speaker === undefined || startMs === null || ofTheClock.test(speaker) ? null : { speaker, startMs }
}

const toDraft = (speaker: string | null, piece: Draft['pieces'][number]): Draft => ({
  speaker,
  ...inferRole(speaker),
  pieces: [piece],
})
