import { readFileSync } from 'node:fs'
import type { Finding } from '#contract/findings/findings.ts'
import type { SpeakerRole, Turn } from '#contract/videos/transcript.ts'
import { findFindings } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { isSub, labelTypes, type Label } from '#engine/findings/taxonomy.ts'
import { printReliability } from './findings.calibration.ts'

export type Answered = {
  interview: number
  label: Label | 'none'
  sub: string
  found: Pick<Finding, 'type' | 'sub' | 'severity' | 'rules' | 'confidence'>[]
  needsSub?: boolean
}

const labels = ['bias', 'hardship', 'key_statement'] as const

/**
 * `A:` lines end with ` = none` or ` = LABEL SUB`. `A2:` means juror 2 of a panel. Lines that start with `#` are
 * comments.
 */
export function measureInterviews(path: URL): Answered[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^#.*\n/gm, '')
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap((block, at) => measureInterview(block.split('\n'), at + 1))
}

export function measureInterview(lines: readonly string[], interview: number): Answered[] {
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

export function toTurn(line: string, index: number, interview: number): Turn {
  const voices: Record<string, [SpeakerRole, string, string | null]> = {
    A: ['juror', `JUROR ${interview}`, String(interview)],
    G: ['juror', 'PROSPECTIVE JURORS', null],
    N: ['note', '', null],
  }
  const [, letter = '', seat = '', text = ''] = /^([A-Z])(\d*):(.*)$/.exec(line) ?? []
  const [role, speaker, number] = voices[letter] ?? ['judge', 'THE COURT', null]
  const jurorNumber = number === null || seat === '' ? number : `${number}-${seat}`
  const times = { startMs: null, endMs: null, page: null, line: null }
  return { index, speaker, role, jurorNumber, text: text.trim(), words: [], ...times }
}

/**
 * Prints how many examples are correct for each cause of error. Every other example, starting with the first, was used
 * for tuning.
 */
export function reportCauses(path: URL): void {
  console.log('| Cause | Examples | Correct | Of those never tuned on |\n|---|---|---|---|')
  let [all, right, unseen, unseenRight] = [0, 0, 0, 0]
  for (const { cause, examples } of measureCauses(path)) {
    const held = examples.filter((_, at) => at % 2 === 1)
    const [correct, heldCorrect] = [examples.filter(isCorrect).length, held.filter(isCorrect).length]
    console.log(`| ${cause} | ${examples.length} | ${correct} | ${heldCorrect} of ${held.length} |`)
    ;[all, right, unseen, unseenRight] = [
      all + examples.length,
      right + correct,
      unseen + held.length,
      unseenRight + heldCorrect,
    ]
  }
  console.log(`| All | ${all} | ${right} | ${unseenRight} of ${unseen} |`)
}

export function measureCauses(path: URL): { cause: string; examples: Answered[] }[] {
  return readFileSync(path, 'utf8')
    .split(/^== /m)
    .slice(1)
    .map((family) => {
      const [cause = '', ...blocks] = family.trim().split(/\n\n+/)
      const needsSub = cause.endsWith('(subcategory)')
      const answered = blocks.flatMap((block, at) => measureInterview(block.split('\n'), at + 1))
      return { cause, examples: answered.map((each) => ({ ...each, needsSub })) }
    })
}

export const isCorrect = ({ label, sub, found, needsSub }: Answered): boolean =>
  label === 'none'
    ? found.length === 0
    : found.some((each) => each.type === labelTypes[label] && (!needsSub || each.sub === sub))

export function reportInterviews(name: string, answered: readonly Answered[]): void {
  const quiet = answered.filter(({ label }) => label === 'none')
  const alarms = quiet.filter(({ found }) => found.length > 0)
  console.log(
    `\n${name} (${answered.length} answers; false alarms on ${alarms.length} of ${quiet.length} routine ones)`,
  )
  const critical = answered.flatMap(({ label, found }) =>
    found.filter(({ severity }) => severity === 'critical').map(() => label === 'bias'),
  )
  console.log(`  critical ${critical.length}, right ${critical.filter(Boolean).length}`)
  for (const label of labels) {
    const type = labelTypes[label]
    const found = answered.flatMap((each) =>
      each.found.filter((one) => one.type === type).map((one) => ({ each, one })),
    )
    const right = found.filter(({ each }) => each.label === label)
    const wanted = answered.filter((each) => each.label === label)
    const hit = wanted.filter((each) => each.found.some((one) => one.type === type))
    const sub = right.filter(({ each, one }) => each.sub === one.sub)
    const [precision, recall] = [right.length / found.length, hit.length / wanted.length]
    console.log(
      `  ${label.padEnd(14)} found ${found.length}, right ${right.length}: precision ${precision.toFixed(2)}, recall ${hit.length} of ${wanted.length} (${recall.toFixed(2)}), F1 ${((2 * precision * recall) / (precision + recall)).toFixed(2)}, sub-category right ${sub.length}`,
    )
  }
}

/** Also prints how confidence and recall trade off. Other authors' interviews are used for training. */
export function reportUnseen(name: string, files: readonly string[]): void {
  const answered = files.flatMap((file) =>
    measureInterviews(new URL(`../test/corpus/findings/${file}`, import.meta.url)),
  )
  reportInterviews(name, answered)
  const found = answered.flatMap(({ label, found }) =>
    found.map((one) => ({
      ...one,
      shown: one.confidence,
      isRight: label !== 'none' && labelTypes[label] === one.type,
    })),
  )
  printReliability(name, found)
  console.log('\n| Least confidence | Bias | Hardship | Key statements |\n|---|---|---|---|')
  for (const least of [0.5, 0.6, 0.7, 0.8, 0.9]) {
    const cells = labels.map((label) => {
      const shown = found.filter(({ type, confidence }) => type === labelTypes[label] && confidence >= least)
      const right = shown.filter(({ isRight }) => isRight).length
      const wanted = answered.filter((each) => each.label === label).length
      const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`
      return `${percent(right, shown.length)}; ${percent(right, wanted)}`
    })
    console.log(`| ${least.toFixed(1)} | ${cells.join(' | ')} |`)
  }
  const errors = answered.flatMap(({ label, sub, found }) => [
    ...(label === 'none' || found.some(({ type }) => type === labelTypes[label]) ? [] : [`${label}/${sub} missed`]),
    ...found
      .filter(({ type }) => label === 'none' || type !== labelTypes[label])
      .map(({ type }) => `${type} in ${label}`),
    ...found
      .filter((each) => label !== 'none' && each.type === labelTypes[label] && each.sub !== sub)
      .map((each) => `${sub} called ${each.sub}`),
  ])
  const counted = [...Map.groupBy(errors, (error) => error)].sort((a, b) => b[1].length - a[1].length)
  for (const [error, { length }] of counted.slice(0, 14)) console.log(`    ${length} ${error}`)
}
