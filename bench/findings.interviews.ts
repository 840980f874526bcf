/** Measures findings on written interviews, in which an answer depends on what was said before. */
import { readFileSync } from 'node:fs'
import type { SpeakerRole, Turn } from '#contract/videos/transcript.ts'
import { findFindings } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { isSub, labelTypes, type Label } from '#engine/findings/taxonomy.ts'

type Answered = { interview: number; label: Label | 'none'; sub: string; found: { type: string; sub: string }[] }

const labels = ['bias', 'hardship', 'key_statement'] as const

/** `A:` lines end with ` = none` or ` = LABEL SUB`. Lines starting with `#` are comments. */
export function measureInterviews(path: URL): Answered[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^#.*\n/gm, '')
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap((block, at) => measureInterview(block.split('\n'), at + 1))
}

function measureInterview(lines: readonly string[], interview: number): Answered[] {
  const wanted = lines.map((line) => / = (\w+)(?: (\w+))?$/.exec(line))
  const turns = lines.map((line, index) => toTurn(line.replace(/ = [\w ]+$/, ''), index, interview))
  const { findings } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  return wanted.flatMap((match, turn) => {
    if (!match) return []
    const [, name = '', sub = ''] = match
    const label = labels.find((each) => each === name) ?? 'none'
    if ((label === 'none') !== (name === 'none') || (label !== 'none' && !isSub(sub)))
      throw new Error(`Interview ${interview}: “${match[0]}” is not a label.`)
    return [{ interview, label, sub, found: findings.filter((each) => each.turn === turn) }]
  })
}

function toTurn(line: string, index: number, interview: number): Turn {
  const [role, speaker, jurorNumber]: [SpeakerRole, string, string | null] = line.startsWith('A:')
    ? ['juror', `JUROR ${interview}`, String(interview)]
    : ['judge', 'THE COURT', null]
  const times = { startMs: null, endMs: null, page: null, line: null }
  return { index, speaker, role, jurorNumber, text: line.slice(2).trim(), words: [], ...times }
}

export function reportInterviews(name: string, answered: readonly Answered[]): void {
  console.log(`\n${name} (${answered.length} answers)`)
  for (const label of labels) {
    const type = labelTypes[label]
    const found = answered.flatMap((each) =>
      each.found.filter((one) => one.type === type).map((one) => ({ each, one })),
    )
    const right = found.filter(({ each }) => each.label === label)
    const wanted = answered.filter((each) => each.label === label)
    const hit = wanted.filter((each) => each.found.some((one) => one.type === type))
    const sub = right.filter(({ each, one }) => each.sub === one.sub)
    console.log(
      `  ${label.padEnd(14)} found ${found.length}, right ${right.length} of ${wanted.length} (${hit.length} answers), sub-category right ${sub.length}`,
    )
  }
}
