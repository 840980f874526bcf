import { parseTimestamp } from 'subtitle'
import type { Turn } from '#contract/videos/transcript.ts'
import { cutCueBlocks } from './cue.blocks.ts'
import { type Cue, type Part, readCues } from './cues.ts'
import { splitWords } from './draft.ts'
import { readEntities } from './entities.ts'
import { splitVoices } from './srt.ts'

/** WebVTT with voices (`<v Juror 12>`), times of single words (`<00:01.500>`), notes and styles (left out). */
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

/** Without the header and the NOTE, STYLE and REGION blocks, each of which ends at an empty line. */
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
    if (voice !== undefined) {
      flush()
      part = { text: '', voice: plain(voice), isNew: true, stamps: [] }
    } else if (token === '</v>') {
      flush()
      part = { text: '', voice: null, isNew: false, stamps: [] }
    } else if (stamp !== undefined) part.stamps.push({ word: splitWords(part.text).length, ms: parseTimestamp(stamp) })
    else part.text += plain(token)
  }
  flush()
  return parts
}

const plain = (markup: string): string => readEntities(markup.replaceAll(/<[^<>]*>/g, ''))
