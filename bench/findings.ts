/**
 * Measures the precision, recall, and F1 of the findings engine. Run: npm run bench -- findings [--causes]. Sets with
 * "unseen" in the name weren't used to write the rules.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { labelUtterance } from '#engine/findings/find.ts'
import { setWeights } from '#engine/findings/classifier/model.ts'
import { readLabeled, type Labeled } from './findings.data.ts'
import { reportDay } from './findings.day.ts'
import { measureInterview, reportCauses, reportUnseen } from './findings.interviews.ts'
import { packModel, trainModel, tuned } from './findings.train.ts'

const labels = ['hardship', 'bias', 'key_statement', 'none'] as const
const ratio = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
const f1 = (precision: number, recall: number) =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
const show = (value: number) => (Number.isNaN(value) ? '  – ' : value.toFixed(3))

type Measured = { row: Labeled; label: string; sub: string }

export const measure = (rows: readonly Labeled[]): Measured[] =>
  rows.map((row) => {
    const { label, sub } = labelUtterance({
      text: row.text,
      role: row.speaker_role,
      context: row.context,
      contextRole: row.context_role,
      concernBefore: null,
    })
    return { row, label, sub: sub ?? '' }
  })

export function report(name: string, measured: readonly Measured[]): { highlightF1: number; biasRecall: number } {
  console.log(`\n${name} (${measured.length} utterances)`)
  const scores = labels.map((label) => {
    const hit = measured.filter((each) => each.label === label && each.row.label === label).length
    const precision = ratio(hit, measured.filter((each) => each.label === label).length)
    const recall = ratio(hit, measured.filter((each) => each.row.label === label).length)
    console.log(
      `  ${label.padEnd(14)} precision ${show(precision)}  recall ${show(recall)}  F1 ${show(f1(precision, recall))}`,
    )
    return { label, recall, f1: f1(precision, recall) }
  })
  const present = scores.filter(({ recall }) => !Number.isNaN(recall))
  const both = measured.filter((each) => each.label !== 'none' && each.row.label !== 'none').length
  const precision = ratio(both, measured.filter((each) => each.label !== 'none').length)
  const recall = ratio(both, measured.filter((each) => each.row.label !== 'none').length)
  const rightLabel = measured.filter((each) => each.row.label !== 'none' && each.row.label === each.label)
  console.log(
    `  macro F1 ${show(present.reduce((sum, each) => sum + (Number.isNaN(each.f1) ? 0 : each.f1), 0) / present.length)}   highlight precision ${show(precision)} recall ${show(recall)} F1 ${show(f1(precision, recall))}   sub-category right where the label is ${show(ratio(rightLabel.filter((each) => each.sub === each.row.sub).length, rightLabel.length))}`,
  )
  return {
    highlightF1: f1(precision, recall),
    biasRecall: scores.find(({ label }) => label === 'bias')?.recall ?? Number.NaN,
  }
}

export function reportTraps(name: string, measured: readonly Measured[]): number {
  const quiet = measured.filter((each) => each.row.label === 'none')
  const alarms = quiet.filter((each) => each.label !== 'none')
  const turned = measured.filter((each) => each.row.label !== 'none')
  const share = ratio(alarms.length, quiet.length)
  console.log(
    `\n${name}: ${alarms.length} false alarms on ${quiet.length} traps (${(share * 100).toFixed(1)}%); ${turned.filter((each) => each.label === each.row.label).length} of ${turned.length} changed labels right`,
  )
  const kinds = Map.groupBy(alarms, (each) => each.row.kind ?? 'question')
  if (kinds.size > 0) console.log(`  by kind: ${[...kinds].map(([kind, rows]) => `${kind} ${rows.length}`).join(', ')}`)
  return share
}

/** Uses a hash of the ID so the split never changes. */
const isTuningHalf = (id: string) => (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0

const folds = 4

/**
 * Classifies each utterance with weights trained on the other folds. The rules were tuned on every utterance, so
 * results are optimistic.
 */
function crossValidated(rows: readonly Labeled[]): Measured[] {
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const learned = rows.filter(
      (row, at) => at % folds !== fold && row.speaker_role === 'juror' && (row.label === 'none' || row.sub !== ''),
    )
    setWeights(packModel(trainModel(learned)))
    return measure(rows.filter((_, at) => at % folds === fold))
  })
}

const speedWords = 100_000

function reportSpeed(rows: readonly Labeled[]): void {
  const wordsIn = ({ text, context }: Labeled) => `${text} ${context}`.split(/\s+/).filter(Boolean).length
  const started = process.cpuUsage()
  let words = 0
  for (let at = 0; words < speedWords; at += 1) {
    const row = rows[at % rows.length]!
    words += wordsIn(row)
    measureInterview([`Q: ${row.context}`, `A: ${row.text} = none`], at)
  }
  const { user, system } = process.cpuUsage(started)
  console.log(`\n${words} words classified in ${((user + system) / 1e6).toFixed(1)} s of processor time`)
}

function run(): void {
  const corpus = new URL('../test/corpus/findings/', import.meta.url)
  const own = (name: string) => measure(readLabeled(readFileSync(new URL(name, corpus), 'utf8')))
  const real = new URL('../../shared/data/voirdire/dev_labelled.jsonl', import.meta.url)
  if (existsSync(real)) {
    const rows = measure(readLabeled(readFileSync(real, 'utf8')))
    report(
      'Real voir dire, half that was tuned on',
      rows.filter((each) => isTuningHalf(each.row.id)),
    )
    report(
      'Real voir dire, half held out',
      rows.filter((each) => !isTuningHalf(each.row.id)),
    )
    reportTraps(
      'Real voir dire, questions and counsel',
      rows.filter((each) => each.row.trap),
    )
  } else console.log('The real development set (../shared/data/voirdire) is missing: skipped.')
  report('Own phrasings, tuned on', own('phrasings.tuning.ndjson'))
  report('Own phrasings, unseen', own('phrasings.unseen.ndjson'))
  report('Own exchanges as courts have them, tuned on', own('exchanges.tuning.ndjson'))
  report('Own exchanges as courts have them, unseen', own('exchanges.unseen.ndjson'))
  report('Own long stories, law and opinion questions, tuned on', own('kinds.tuning.ndjson'))
  report('Own long stories, law and opinion questions, of kinds unseen', own('kinds.unseen.ndjson'))
  reportUnseen('Interviews by an author whose material was never used', [
    'courtrooms.unseen.txt',
    'sittings.unseen.txt',
  ])
  reportTraps('Own traps, tuned on', own('traps.tuning.ndjson'))
  reportTraps('Own traps, unseen', own('traps.unseen.ndjson'))
  const tuning = tuned.flatMap((name) => readLabeled(readFileSync(new URL(name, corpus), 'utf8')))
  reportSpeed(tuning)
  const validated = crossValidated(tuning)
  const isExchange = (row: Labeled) => row.id.startsWith('tuned-exchange')
  report(
    'Own phrasings, cross-validated',
    validated.filter((each) => each.row.kind === undefined && !isExchange(each.row)),
  )
  report(
    'Own exchanges as courts have them, cross-validated',
    validated.filter((each) => isExchange(each.row)),
  )
  reportTraps(
    'Own traps, cross-validated',
    validated.filter((each) => each.row.kind !== undefined),
  )
}

if (process.argv[1] === import.meta.filename) {
  const {
    day,
    labels: dayLabels,
    errors = null,
    folds,
    causes = false,
  } = parseArgs({
    options: {
      day: { type: 'string' },
      labels: { type: 'string' },
      errors: { type: 'string' },
      folds: { type: 'string' },
      causes: { type: 'boolean' },
    },
  }).values
  if (causes) reportCauses(new URL('../test/corpus/findings/causes.txt', import.meta.url))
  else if (day === undefined) run()
  else
    reportDay(day, dayLabels ?? join(dirname(day), 'day1_labels.jsonl'), {
      listed: errors,
      folds: folds === undefined ? null : Number(folds),
      own: tuned
        .flatMap((name) =>
          readLabeled(readFileSync(new URL(`../test/corpus/findings/${name}`, import.meta.url), 'utf8')),
        )
        .filter((row) => row.speaker_role === 'juror' && (row.label === 'none' || row.sub !== '')),
    })
}
