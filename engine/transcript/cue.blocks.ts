import { parseTimestamps } from 'subtitle'

export type CueBlock = { number: number; startMs: number | null; endMs: number | null; lines: string[] }

const timing = /^\s*([^\s>-]+)\s*-{1,2}>\s*([^\s>-]+)(?:\s+.*)?$/

/**
 * Cuts a caption file at its timing lines; a damaged timing is told in `warnings` and its cue keeps the text without
 * times. The parser of `subtitle` reads the times; it alone would stop at the first fault and give up the rest.
 */
export function cutCueBlocks(rows: readonly string[], warnings: string[]): CueBlock[] {
  const blocks: CueBlock[] = []
  let block: CueBlock | null = null
  for (const [at, row] of rows.entries()) {
    const isTiming = row.includes('->') && timing.test(row)
    const next = rows[at + 1] ?? ''
    // A cue's number, or its name in WebVTT, stands alone between an empty line and the timing.
    const isNumber =
      !isTiming &&
      next.includes('->') &&
      timing.test(next) &&
      ((rows[at - 1] ?? '').trim() === '' || /^\s*\d+\s*$/.test(row))
    if (isTiming) {
      block = { number: blocks.length + 1, ...readTiming(row, blocks.length + 1, warnings), lines: [] }
      blocks.push(block)
    } else if (isNumber || row.trim() === '') continue
    else if (block) block.lines.push(row.trim())
    else {
      block = { number: 0, startMs: null, endMs: null, lines: [row.trim()] }
      blocks.push(block)
      warnings.push('The text before the first cue has no times; it was kept without them.')
    }
  }
  return blocks
}

function readTiming(row: string, number: number, warnings: string[]): Pick<CueBlock, 'startMs' | 'endMs'> {
  const [, from = '', to = ''] = timing.exec(row) ?? []
  try {
    const times = parseTimestamps(`${from} --> ${to}`)
    if (times.end >= times.start) return { startMs: times.start, endMs: times.end }
    warnings.push(`Cue ${number} ends before it starts; its times were dropped.`)
  } catch {
    warnings.push(
      `Cue ${number} has times that cannot be read (“${row.trim().slice(0, 60)}”); its text was kept without them.`,
    )
  }
  return { startMs: null, endMs: null }
}
