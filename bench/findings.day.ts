/**
 * Measures findings on a full court day. Run: npm run bench -- findings --day TURNS.jsonl --labels LABELS.jsonl
 * [--errors bias] [--folds 5]. Assumes that unlabeled juror turns have no finding.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Exchange, Finding } from '#contract/findings/findings.ts'
import { speakerRoles, type Turn } from '#contract/videos/transcript.ts'
import { findFindings, listen } from '#engine/findings/find.ts'
import { listFeatures } from '#engine/findings/learned/features.ts'
import { getAnswerModel, setAnswerModel } from '#engine/findings/learned/model.ts'
import { readExchanges } from '#engine/findings/reading.ts'
import { isSub } from '#engine/findings/taxonomy.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { setWeights } from '#engine/findings/classifier/model.ts'
import { Trainer, type Author } from './findings.authors.ts'
import { printReliability } from './findings.calibration.ts'
import { packFeatures, readAuthors } from './findings.learn.ts'
import type { Labeled } from './findings.data.ts'
import { packModel, trainModel } from './findings.train.ts'

const SpokenTurn = z.object({ speaker: z.string(), speaker_role: z.string(), text: z.string() })
const DayLabel = z.object({
  id: z.coerce.number(),
  label: z.enum(['bias', 'hardship', 'key', 'key_statement']),
  sub: z.string(),
})
type DayLabel = z.infer<typeof DayLabel>

const types = ['bias_indicator', 'hardship', 'key_statement'] as const
const labelTypes = {
  bias: 'bias_indicator',
  hardship: 'hardship',
  key: 'key_statement',
  key_statement: 'key_statement',
} as const

const readLines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as unknown)

function readTurns(path: string): Turn[] {
  return readLines(path).map((line, index) => {
    const { speaker, speaker_role, text } = SpokenTurn.parse(line)
    const role = speakerRoles.find((each) => each === speaker_role) ?? 'other'
    const times = { startMs: null, endMs: null, page: null, line: null }
    return { index, speaker: role === 'note' ? null : speaker, role, jurorNumber: null, text, words: [], ...times }
  })
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`)

const leaves =
  /\b(?:jurors?|venire ?person)\b.*\b(?:not present|exits?|leaves?|departs?|excused)|\b(?:exits?|leaves)\b/i

/** Assigns each turn to a block. Blocks have similar lengths and end when a juror leaves, so no interview is split. */
function cutBlocks(turns: readonly Turn[], folds: number): number[] {
  let block = 0
  return turns.map(({ role, text }, at) => {
    if (role === 'note' && leaves.test(text) && at >= ((block + 1) * turns.length) / folds && block < folds - 1)
      block += 1
    return block
  })
}

/**
 * Classifies each block with a model trained on our own examples and the other blocks. The rules aren't held out: they
 * were written after reading the whole day.
 */
function findHeldOut(
  turns: readonly Turn[],
  labels: ReadonlyMap<number, DayLabel>,
  { own, folds, blocks }: { own: readonly Labeled[]; folds: number; blocks: readonly number[] },
): { findings: Finding[]; possible: Finding[] } {
  const exchanges = findExchanges(turns, { cueTimes: false })
  const examples = toExamples(turns, exchanges, labels)
  const authors = readAuthors()
  const shipped = getAnswerModel()
  const found = Array.from({ length: folds }, (_, fold) => {
    setWeights(
      packModel(trainModel([...own, ...examples.flatMap(({ turn, row }) => (blocks[turn] === fold ? [] : [row]))])),
    )
    const day = readDay(turns, exchanges, labels, (turn) => blocks[turn] !== fold)
    setAnswerModel({ ...shipped, features: packFeatures(new Trainer([...authors, day])) })
    const { findings, possible } = findFindings(turns, exchanges)
    const isHeld = ({ turn }: Finding) => blocks[turn] === fold
    return { findings: findings.filter(isHeld), possible: possible.filter(isHeld) }
  })
  return { findings: found.flatMap((each) => each.findings), possible: found.flatMap((each) => each.possible) }
}

function readDay(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
  labels: ReadonlyMap<number, DayLabel>,
  isUsed: (turn: number) => boolean,
): Author {
  const candidates = listen(readExchanges(turns, exchanges))
  const features = listFeatures(candidates.map(({ heard }) => heard))
  const answers = candidates.map((candidate, at) => {
    const given = labels.get(candidate.heard.turn.index)
    const label: Labeled['label'] = given === undefined ? 'none' : given.label === 'key' ? 'key_statement' : given.label
    return { label, sub: given && isSub(given.sub) ? given.sub : null, candidate, features: features[at]! }
  })
  return {
    name: 'day',
    group: 'day',
    weight: 1,
    answers: answers.filter(({ candidate }) => isUsed(candidate.heard.turn.index)),
  }
}

function toExamples(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
  labels: ReadonlyMap<number, DayLabel>,
): { turn: number; row: Labeled }[] {
  return exchanges.flatMap(({ questionTurns, answerTurns, askerRole }) => {
    const context = questionTurns.map((at) => turns[at]?.text ?? '').join(' ')
    return answerTurns.flatMap((turn) => {
      const { text = '', role = 'other' } = turns[turn] ?? {}
      const given = labels.get(turn)
      const label: Labeled['label'] =
        given === undefined ? 'none' : given.label === 'key' ? 'key_statement' : given.label
      const row = { id: `day-${turn}`, speaker_role: role, context, context_role: askerRole, text, label }
      return role === 'juror' ? [{ turn, row: { ...row, sub: given?.sub ?? '' } }] : []
    })
  })
}

type DayOptions = {
  listed: string | null
  folds: number | null
  own: readonly Labeled[]
}

export function reportDay(turnsPath: string, labelsPath: string, { listed, folds, own }: DayOptions): void {
  const turns = readTurns(turnsPath)
  const labels = new Map(
    readLines(labelsPath)
      .map((line) => DayLabel.parse(line))
      .map((each) => [each.id, each]),
  )
  const blocks = cutBlocks(turns, folds ?? 1)

  const started = process.cpuUsage()
  const { findings, possible } =
    folds === null
      ? findFindings(turns, findExchanges(turns, { cueTimes: false }))
      : findHeldOut(turns, labels, { own, folds, blocks })
  const { user, system } = process.cpuUsage(started)
  const words = turns.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  const said = findings.filter(({ type }) => types.some((each) => each === type))
  const isRight = (each: Finding) => {
    const label = labels.get(each.turn)
    return label !== undefined && labelTypes[label.label] === each.type
  }

  const jurors = turns.filter(({ role }) => role === 'juror').length
  console.log(`\nA whole day: ${turns.length} turns, ${jurors} of jurors, ${labels.size} labeled; the rest is none`)
  for (const type of types) {
    const found = said.filter((each) => each.type === type)
    const wanted = [...labels.values()].filter(({ label }) => labelTypes[label] === type)
    const right = found.filter(isRight)
    const hit = wanted.filter(({ id }) => found.some((each) => each.turn === id))
    const [precision, recall] = [right.length / found.length, hit.length / wanted.length]
    const sub = right.filter((each) => labels.get(each.turn)?.sub === each.sub)
    console.log(
      `  ${type.padEnd(15)} found ${found.length}, right ${right.length}: precision ${percent(right.length, found.length)}, recall ${percent(hit.length, wanted.length)}, F1 ${((2 * precision * recall) / (precision + recall)).toFixed(2)}, sub-category ${percent(sub.length, right.length)}`,
    )
  }
  for (const severity of ['critical', 'high', 'medium', 'low'] as const) {
    const found = said.filter((each) => each.severity === severity)
    console.log(
      `  ${severity.padEnd(15)} found ${found.length}, right ${found.filter(isRight).length}: precision ${percent(found.filter(isRight).length, found.length)}`,
    )
  }
  for (const type of types) {
    const found = possible.filter((each) => each.type === type)
    const labeled = found.filter(({ turn }) => labels.has(turn))
    console.log(
      `  possible ${type.padEnd(15)} found ${found.length}, right ${found.filter(isRight).length}, on an answer labeled with any type ${labeled.length}`,
    )
  }
  reportCurve(said, possible, labels)
  countErrors(said, labels)
  printReliability(
    'this day',
    said.map((each) => ({ type: each.type, shown: each.confidence, isRight: isRight(each) })),
  )
  if (folds !== null) return
  const seconds = (user + system) / 1e6
  console.log(
    `  ${seconds.toFixed(1)} s of processor time for ${words} words: ${((seconds * wordsAnHour) / words).toFixed(2)} s an hour of court`,
  )
  if (listed !== null) listErrors(listed, said, labels, turns)
}

function reportCurve(
  said: readonly Finding[],
  possible: readonly Finding[],
  labels: ReadonlyMap<number, DayLabel>,
): void {
  const points = [
    { name: 'with possible findings', shown: [...said, ...possible] },
    ...[0.5, 0.6, 0.7, 0.8, 0.9].map((least) => ({
      name: least === 0.5 ? 'all shown (0.5)' : least.toFixed(1),
      shown: said.filter(({ confidence }) => confidence >= least),
    })),
  ]
  console.log('\n| Least confidence | Bias | Hardship | Key statements |\n|---|---|---|---|')
  for (const { name, shown } of points) {
    const cells = types.map((type) => {
      const found = shown.filter((each) => each.type === type)
      const isType = (turn: number) => labelTypes[labels.get(turn)?.label ?? 'key'] === type && labels.has(turn)
      const wanted = [...labels.keys()].filter(isType)
      const hit = wanted.filter((id) => found.some(({ turn }) => turn === id))
      return `${percent(found.filter(({ turn }) => isType(turn)).length, found.length)}; ${percent(hit.length, wanted.length)}`
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}

const errorsShown = 10

function countErrors(said: readonly Finding[], labels: ReadonlyMap<number, DayLabel>): void {
  const errors: string[] = []
  for (const { type, turn, sub } of said) {
    const label = labels.get(turn)
    if (label === undefined) errors.push(`${type}/${sub} found in a routine answer`)
    else if (labelTypes[label.label] !== type)
      errors.push(`${type}/${sub} found in an answer labeled ${labelTypes[label.label]}/${label.sub}`)
    else if (label.sub !== sub) errors.push(`${type}/${label.sub} found as ${sub}`)
  }
  for (const [id, { label, sub }] of labels)
    if (!said.some(({ turn, type }) => turn === id && type === labelTypes[label]))
      errors.push(`${labelTypes[label]}/${sub} missed`)
  const counts = [...Map.groupBy(errors, (error) => error)].map(([error, all]) => ({ error, count: all.length }))
  console.log('\n  The commonest errors:')
  for (const { error, count } of counts.toSorted((a, b) => b.count - a.count).slice(0, errorsShown))
    console.log(`    ${count} ${error}`)
}

/** Assumes a speaking rate of 150 words per minute. */
const wordsAnHour = 9000

function listErrors(
  label: string,
  said: readonly Finding[],
  labels: ReadonlyMap<number, DayLabel>,
  turns: readonly Turn[],
): void {
  const type = labelTypes[DayLabel.shape.label.parse(label)]
  const show = (kind: string, turn: number, what: string) =>
    console.log(
      `${kind} ${turn} ${what}\n    ${turns[turn - 1]?.text.slice(-160)}\n    ${turns[turn]?.text.slice(0, 300)}`,
    )
  for (const each of said)
    if (each.type === type && labels.get(each.turn)?.label !== label)
      show('wrong', each.turn, `${each.sub} by ${each.rules.join(', ')}`)
  for (const [turn, each] of labels)
    if (labelTypes[each.label] === type && !said.some((other) => other.turn === turn && other.type === type))
      show('missed', turn, each.sub)
}
