import { documentOf } from '../content/cover.ts'
import type { Gathered } from '../content/gather.ts'
import type { Cue } from '../../core/maker.ts'
import { oneLine } from '../content/clean.ts'
import { type Designation, exact, range } from './designations.ts'

/** Plain text for people: each highlight under its recording, with page and line, times and quote. */
export function textList(gathered: Gathered, list: readonly Designation[], unconfirmed: number): string {
  const { title, subtitle, facts, notices } = documentOf(gathered, { blocks: [], changed: [], unconfirmed })
  const head = [
    oneLine(`${title}: ${subtitle}`),
    ...facts.map(([name, value]) => `${name}: ${oneLine(typeof value === 'string' ? value : value.text)}`),
    '',
    ...notices,
  ]
  const groups = byFile(list).map(([filename, each]) =>
    [
      '',
      filename,
      ...each.flatMap((designation, at) => {
        const { start, end } = designation.placed.highlight
        const place = [range(designation), start === null || end === null ? null : `${exact(start)} to ${exact(end)}`]
        return [
          `${at + 1}. ${[...place, designation.who, designation.kinds].filter(Boolean).join(' · ')}`,
          `   "${designation.quote}"`,
        ]
      }),
    ].join('\r\n'),
  )
  return `${[...head, ...groups].join('\r\n')}\r\n`
}

/**
 * What OnCue imports: bracketed header lines (ID, transcript, highlighter), then a designation a line by page and line. A
 * highlight without page and line has no place in it.
 */
export function onCueList({ subject, redact }: Gathered, list: readonly Designation[]): string {
  const bracketed = (text: string) => oneLine(text.replaceAll(/[[\]=]/g, ' '))
  const cited = list.filter(({ from }) => from !== null)
  const groups = byFile(cited).map(([filename, each], at) => [
    `[ID=VOIRDIRE${String(at + 1).padStart(2, '0')} ${bracketed(redact.text(subject.label))}]`,
    `[Transcript=${bracketed(filename)}]`,
    '[hl=1]',
    ...each.map((designation) => range(designation)),
  ])
  return `${groups.map((lines) => lines.join('\r\n')).join('\r\n\r\n')}\r\n`
}

/** Each highlight as a cue on the clock of the session, and how many of them are without a time. */
export function cuesOf(list: readonly Designation[]): Cue[] {
  return list.flatMap((designation): Cue[] => {
    const { start, end, clock } = designation.placed.highlight
    if (start === null || end === null) return []
    const startMs = Math.round((clock ?? start) * 1000)
    const place = range(designation)
    const text = `${designation.who}${place ? ` [${place}]` : ''}: ${designation.quote}`
    return [{ startMs, endMs: Math.max(startMs + 1, startMs + Math.round((end - start) * 1000)), text }]
  })
}

const clockOf = (ms: number, mark: ',' | '.'): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`
}

/** Lines of a cue; one that would end it or read as a time is no line. */
const safe = (text: string): string => text.split('\n').map(oneLine).filter(Boolean).join('\n').replaceAll('-->', '→')

/** Players know tags in SubRip: a look-alike sign stands for what opens one. */
export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ startMs, endMs, text }, at) =>
        `${at + 1}\r\n${clockOf(startMs, ',')} --> ${clockOf(endMs, ',')}\r\n${safe(text).replaceAll('<', '‹').replaceAll('{', '(').replaceAll('\n', '\r\n')}\r\n`,
    )
    .join('\r\n')

export const toVttList = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(
      ({ startMs, endMs, text }) =>
        `${clockOf(startMs, '.')} --> ${clockOf(endMs, '.')}\n${safe(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n`,
    )
    .join('\n')}`

function byFile(list: readonly Designation[]): [string, Designation[]][] {
  const groups = new Map<string, { filename: string; list: Designation[] }>()
  for (const each of list) {
    const { videoId } = each.placed.highlight
    const group = groups.get(videoId) ?? { filename: each.filename, list: [] }
    group.list.push(each)
    groups.set(videoId, group)
  }
  return [...groups.values()].map((group) => [group.filename, group.list])
}
