import type { Turn, Word } from '#contract/videos/transcript.ts'
import { type Draft, finishTurns, isTimed, type Piece, splitWords, spreadWords } from './draft.ts'
import { findRecurringLabels, inferRole, isWholeNote, readLabel } from './labels.ts'

export function readSrt(text: string): { turns: Turn[]; warnings: string[] } {
  const warnings: string[] = []
  const cues = cutCueBlocks(text.split('\n'), warnings).map(({ number, startMs, endMs, lines }): Cue => {
    const clean = lines
      .map((line) => readEntities(line.replaceAll(/\{\\[^{}]*\}|<\/?[a-z][^<>]*>/gi, '')).trim())
      .filter((line) => line !== '')
    return { number, startMs, endMs, parts: splitVoices(clean) }
  })
  return { turns: readCues(cues, warnings), warnings }
}

/** In a cue, a new voice starts at a label, at ">>", or at a dash if two lines start with one. */
function splitVoices(lines: readonly string[]): Cue['parts'] {
  const dashes = lines.filter((line) => /^[-–]\s*\S/.test(line)).length
  const parts: Cue['parts'] = []
  for (const line of lines) {
    const isDash = dashes >= 2 && /^[-–]\s*\S/.test(line)
    const isNew = isDash || line.startsWith('>>') || /^[\p{Lu}][\p{Lu}\d .#'’-]{1,40}:\s/u.test(line)
    const text = isDash ? line.replace(/^[-–]\s*/, '') : line
    const last = parts.at(-1)
    if (last && !isNew) last.text = `${last.text} ${text}`
    else parts.push({ text, voice: null, isNew: isDash, stamps: [] })
  }
  return parts
}

export function readVtt(text: string): { turns: Turn[]; warnings: string[] } {
  const warnings: string[] = []
  const cues = cutCueBlocks(dropBlocks(text.split('\n')), warnings).map(({ number, startMs, endMs, lines }): Cue => {
    const markup = lines.join('\n')
    const parts = /<v[\s.]|<\d{2}:/.test(markup)
      ? readMarkup(markup)
      : splitVoices(lines.map(plain).filter((line) => line !== ''))
    return { number, startMs, endMs, parts }
  })
  return { turns: readCues(cues, warnings), warnings }
}

function dropBlocks(rows: readonly string[]): string[] {
  const kept: string[] = []
  let isDropped = true
  for (const [at, row] of rows.entries()) {
    const opens = (rows[at - 1] ?? '').trim() === ''
    if (row.trim() === '') isDropped = false
    else if (opens && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(row)) isDropped = true
    else if (row.includes('-->')) isDropped = false
    if (!isDropped) kept.push(row)
  }
  return kept
}

function readMarkup(markup: string): Part[] {
  const parts: Part[] = []
  let part: Part = { text: '', voice: null, isNew: false, stamps: [] }
  const flush = (): void => {
    if (part.text.trim() !== '') parts.push({ ...part, text: splitWords(part.text).join(' ') })
  }
  for (const token of markup.split(/(<[^<>]*>)/)) {
    const voice = /^<v(?:\.[^\s>]*)?\s+([^<>]*)>$/.exec(token)?.[1]?.trim()
    const stamp = /^<((?:\d+:)?\d{2}:\d{2}[.,]\d{3})>$/.exec(token)?.[1]
    const ms = readTimestamp(stamp ?? '')
    if (voice !== undefined) {
      flush()
      part = { text: '', voice: plain(voice), isNew: true, stamps: [] }
    } else if (token === '</v>') {
      flush()
      part = { text: '', voice: null, isNew: false, stamps: [] }
    } else if (ms !== null) part.stamps.push({ word: splitWords(part.text).length, ms })
    else part.text += plain(token)
  }
  flush()
  return parts
}

const plain = (markup: string): string => readEntities(markup.replaceAll(/<[^<>]*>/g, ''))

type CueBlock = { number: number; startMs: number | null; endMs: number | null; lines: string[] }

const timing = /^\s*([^\s>-]+)\s*-{1,2}>\s*([^\s>-]+)(?:\s+.*)?$/

function cutCueBlocks(rows: readonly string[], warnings: string[]): CueBlock[] {
  const blocks: CueBlock[] = []
  let block: CueBlock | null = null
  const isTiming = (row = ''): boolean => row.includes('->') && timing.test(row)
  for (const [at, row] of rows.entries()) {
    const isNumber = isTiming(rows[at + 1]) && ((rows[at - 1] ?? '').trim() === '' || /^\s*\d+\s*$/.test(row))
    if (isTiming(row)) {
      block = { number: blocks.length + 1, ...readTiming(row, blocks.length + 1, warnings), lines: [] }
      blocks.push(block)
    } else if (isNumber || row.trim() === '') continue
    else if (block) block.lines.push(row.trim())
    else {
      block = { number: 0, startMs: null, endMs: null, lines: [row.trim()] }
      blocks.push(block)
      warnings.push('The text before the first cue has no times. It was kept.')
    }
  }
  return blocks
}

function readTiming(row: string, number: number, warnings: string[]): Pick<CueBlock, 'startMs' | 'endMs'> {
  const [, from = '', to = ''] = timing.exec(row) ?? []
  const [startMs, endMs] = [readTimestamp(from), readTimestamp(to)]
  if (startMs !== null && endMs !== null && endMs >= startMs) return { startMs, endMs }
  warnings.push(
    startMs === null || endMs === null
      ? `Cue ${number} has unreadable times (“${row.trim().slice(0, 60)}”), so its text was kept without them.`
      : `Cue ${number} ends before it starts, so its times were dropped.`,
  )
  return { startMs: null, endMs: null }
}

/** This is stricter than `parseClock`: a cue time must have a fraction, which is in milliseconds. */
function readTimestamp(text: string): number | null {
  const [found, hours = 0, minutes, seconds, ms] = /^(?:(\d+):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})$/.exec(text) ?? []
  if (found === undefined) return null
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(ms)
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
  apos: "'",
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/** Decodes entities. Otherwise, rules would miss the denial in "don&#39;t". */
const readEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isSign = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isSign ? String.fromCodePoint(code) : ' '
    },
  )

type Part = { text: string; voice: string | null; isNew: boolean; stamps: { word: number; ms: number }[] }

type Cue = { number: number; startMs: number | null; endMs: number | null; parts: Part[] }

function readCues(cues: readonly Cue[], warnings: string[]): Turn[] {
  const ordered = orderCues(cues, warnings)
  const recurring = findRecurringLabels(
    ordered.flatMap((cue) => cue.parts.map((part) => part.text)),
    true,
  )
  const drafts: Draft[] = []
  let carried: string | null = null
  /** After ">>", an unnamed voice continues until the next mark. */
  let isMarked = false
  for (const { part, startMs, endMs } of ordered.flatMap(timeParts)) {
    const { text, label, isNote, isNew } = readPart(part, recurring)
    if (isNew) {
      carried = label?.speaker ?? null
      isMarked = label === null
    }
    const speaker = part.voice ?? carried
    const mayGoOn = speaker !== null || (isMarked && !isNew)
    const piece: Piece = { text, startMs, endMs, ...timeByStamps(text, part, startMs, endMs) }
    const last = drafts.at(-1)
    if (isNote) drafts.push({ speaker: null, role: 'note', jurorNumber: null, pieces: [piece] })
    else if (last && mayGoOn && isOpenTo(last, speaker, startMs !== null)) last.pieces.push(piece)
    else drafts.push({ speaker, ...inferRole(speaker), pieces: [piece] })
  }
  return finishTurns(drafts)
}

function readPart(part: Part, recurring: ReadonlySet<string>) {
  const label = part.voice === null ? readLabel(part.text, recurring) : null
  const text = label ? label.rest : part.text.replace(/^>>+\s*/, '')
  const isNew = part.isNew || label !== null || part.text.startsWith('>>')
  return { text, label, isNew, isNote: isWholeNote(text) || /^♪.*♪?$/.test(text) }
}

const isOpenTo = (last: Draft, speaker: string | null, timed: boolean): boolean =>
  last.role !== 'note' && last.speaker === speaker && isTimed(last) === timed

function orderCues(cues: readonly Cue[], warnings: string[]): Cue[] {
  let latest = 0
  const keyed = cues.map((cue, at) => {
    if (cue.startMs !== null && cue.startMs < latest)
      warnings.push(`Cue ${cue.number} starts before the previous cue, so it was moved into order.`)
    latest = Math.max(latest, cue.startMs ?? 0)
    return { cue, at, ms: cue.startMs ?? latest }
  })
  return keyed.sort((a, b) => a.ms - b.ms || a.at - b.at).map(({ cue }) => cue)
}

function timeParts(cue: Cue): { part: Part; startMs: number | null; endMs: number | null }[] {
  const { startMs, endMs, parts } = cue
  if (startMs === null || endMs === null) return parts.map((part) => ({ part, startMs: null, endMs: null }))
  const spread = spreadWords(
    parts.map((part) => part.text),
    startMs,
    endMs,
  )
  return parts.map((part, at) => ({
    part,
    startMs: part.stamps.find((stamp) => stamp.word === 0)?.ms ?? spread[at]?.startMs ?? startMs,
    endMs: parts[at + 1]?.stamps.find((stamp) => stamp.word === 0)?.ms ?? spread[at]?.endMs ?? endMs,
  }))
}

/** Words that have their own time in WebVTT aren't marked as estimated. */
function timeByStamps(text: string, part: Part, startMs: number | null, endMs: number | null): { words?: Word[] } {
  const tokens = splitWords(text)
  if (part.stamps.length === 0 || startMs === null || endMs === null || tokens.length !== splitWords(part.text).length)
    return {}
  const bounds = [...part.stamps].filter((stamp) => stamp.ms >= startMs && stamp.ms <= endMs)
  if (bounds[0]?.word !== 0) bounds.unshift({ word: 0, ms: startMs })
  const words = bounds.flatMap((bound, at) => {
    const next = bounds[at + 1]
    const between = tokens.slice(bound.word, next?.word)
    const spread = spreadWords(between, bound.ms, Math.max(bound.ms, next?.ms ?? endMs))
    return spread.map((word) => ({ ...word, estimated: between.length > 1 }))
  })
  return { words }
}
