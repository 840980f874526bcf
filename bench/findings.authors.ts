/** Reads interviews by author, and trains and measures the model of whole interviews. */
import { readFileSync } from 'node:fs'
import { listen } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import {
  isSeenBy,
  listFeatures,
  views,
  type Features,
  type Part,
  type View,
} from '#engine/findings/learned/features.ts'
import { scoreForest, type Forest } from '#engine/findings/learned/forest.ts'
import type { AnswerModel } from '#engine/findings/learned/model.ts'
import { describeAnswers, outcomes, type Shares } from '#engine/findings/learned/stack.ts'
import { readExchanges } from '#engine/findings/reading.ts'
import { isSub, labels, subs, taxonomy, type Label, type Sub } from '#engine/findings/taxonomy.ts'
import type { Candidate } from '#engine/findings/decide.ts'
import { toTurn } from './findings.interviews.ts'
import { readLabeled } from './findings.data.ts'
import { scoreLinear, trainForest, trainLinear, type Examples, type Linear } from './findings.logistic.ts'
import { trainRidge } from './findings.ridge.ts'

export type Answer = { label: Label | 'none'; sub: Sub | null; candidate: Candidate; features: Features }
export type Author = { name: string; group: string; weight: number; answers: Answer[]; isSingle?: boolean }

const isLabel = (name: string): name is Label => labels.some((label) => label === name)

export function readAuthor(name: string, path: URL | string, group = name, weight = 1): Author {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/^== .*\n/gm, '\n')
  const blocks = text.trim().split(/\n\n+/)
  const read = blocks.flatMap((block, at) => readBlock(block.split('\n').filter(Boolean), at + 1))
  const features = listFeatures(read.map(({ candidate }) => candidate.heard))
  return { name, group, weight, answers: read.map((each, at) => ({ ...each, features: features[at]! })) }
}

function readBlock(lines: readonly string[], block: number): Omit<Answer, 'features'>[] {
  const wanted = lines.map((line) => / = (\w+)(?: (\w+))?$/.exec(line))
  const turns = lines.map((line, index) => toTurn(line.replace(/ = [\w ]+$/, ''), index, block))
  return listen(readExchanges(turns, findExchanges(turns, { cueTimes: false }))).flatMap((candidate) => {
    const [, name = '', sub = ''] = wanted[candidate.heard.turn.index] ?? []
    if (name !== 'none' && !(isLabel(name) && isSub(sub))) return []
    const label = isLabel(name) ? name : 'none'
    return [{ label, sub: isSub(sub) ? sub : null, candidate: { ...candidate, heard: { ...candidate.heard, block } } }]
  })
}

/** Reads single answers, each with its question. */
export function readPhrasings(path: URL, name: string, weight: number): Author {
  const answers = readLabeled(readFileSync(path, 'utf8')).flatMap((row): Answer[] => {
    if (row.speaker_role !== 'juror' || (row.label !== 'none' && row.sub === '')) return []
    const lines = [
      ...(row.context === '' ? [] : [`Q: ${row.context}`]),
      `A: ${row.text} = ${row.label} ${row.sub}`.trim(),
    ]
    const read = readBlock(lines, 1)
    const features = listFeatures(read.map(({ candidate }) => candidate.heard))
    return read.map((each, at) => ({ ...each, features: features[at]! }))
  })
  return { name, group: name, weight, answers, isSingle: true }
}

const fewestUses = 3
const fewestSubUses = 3

type Coded = { ids: Record<View, Int32Array>; target: number; weight: number }
type Codes = { names: string[]; parts: Map<string, Part>; rows: Map<Answer, Coded> }

/** Gives each feature a number once, so that many models can be trained on the same answers. */
export function encodeAuthors(authors: readonly Author[]): Codes {
  const codes = new Map<string, number>()
  const parts = new Map<string, Part>()
  const rows = new Map<Answer, Coded>()
  for (const { answers, weight } of authors)
    for (const answer of answers) {
      const all: Record<View, number[]> = { all: [], own: [], around: [] }
      for (const [name, part] of answer.features) {
        const code = codes.get(name) ?? codes.size
        codes.set(name, code)
        parts.set(name, part)
        for (const view of views) if (isSeenBy(view, part)) all[view].push(code)
      }
      const ids = Object.fromEntries(views.map((view) => [view, Int32Array.from(all[view])])) as Record<
        View,
        Int32Array
      >
      rows.set(answer, { ids, target: outcomes.indexOf(answer.label), weight })
    }
  return { names: [...codes.keys()], parts, rows }
}

type Fitted = { ids: Int32Array; model: Linear }

function fitView(codes: Codes, answers: readonly Answer[], view: View): Fitted {
  const uses = new Int32Array(codes.names.length)
  const rows = answers.map((answer) => codes.rows.get(answer)!)
  for (const { ids } of rows) for (const id of ids[view]) uses[id]! += 1
  const ids = new Int32Array(codes.names.length).fill(-1)
  let count = 0
  for (const [id, use] of uses.entries()) if (use >= fewestUses) ids[id] = count++
  const features = rows.map((row) => row.ids[view].map((id) => ids[id]!).filter((id) => id >= 0))
  const examples = { features, targets: rows.map(({ target }) => target), weights: rows.map(({ weight }) => weight) }
  return { ids, model: trainLinear(examples, count, outcomes.length) }
}

const score = (codes: Codes, { ids, model }: Fitted, view: View, answer: Answer): Shares =>
  scoreLinear(
    model,
    codes.rows
      .get(answer)!
      .ids[view].map((id) => ids[id]!)
      .filter((id) => id >= 0),
  )

type Views = Record<View, Fitted>
export const fitViews = (codes: Codes, answers: readonly Answer[]): Views =>
  Object.fromEntries(views.map((view) => [view, fitView(codes, answers, view)])) as Views

function describe(codes: Codes, fitted: Views, answers: readonly Answer[]): number[][] {
  const shares = Object.fromEntries(
    views.map((view) => [view, answers.map((answer) => score(codes, fitted[view], view, answer))]),
  ) as Record<View, Shares[]>
  const heard = answers.map(({ candidate }) => candidate.heard)
  return describeAnswers(
    heard,
    answers.map(({ features }) => features),
    shares,
  )
}

const listAnswers = (authors: readonly Author[]) => authors.flatMap(({ answers }) => answers)

/** Fits views without each pair of groups. The second stage then only learns from answers that its views haven't seen. */
export class Trainer {
  private readonly fitted = new Map<string, Views>()
  private readonly described = new Map<string, number[][]>()
  readonly codes: Codes
  readonly authors: readonly Author[]
  constructor(authors: readonly Author[]) {
    this.authors = authors
    this.codes = encodeAuthors(authors)
  }
  get groups(): string[] {
    return [...new Set(this.authors.map(({ group }) => group))]
  }
  fit(without: readonly string[]): Views {
    const key = [...new Set(without)].sort().join(' ')
    const known =
      this.fitted.get(key) ??
      fitViews(this.codes, listAnswers(this.authors.filter(({ group }) => !without.includes(group))))
    this.fitted.set(key, known)
    return known
  }
  describe(author: Author, without: readonly string[]): number[][] {
    const key = [author.name, ...[...new Set(without)].sort()].join(' ')
    const known = this.described.get(key) ?? describe(this.codes, this.fit(without), author.answers)
    this.described.set(key, known)
    return known
  }
  fitForests(without: readonly string[], seeds: readonly number[] = [11]): Forest[] {
    const authors = this.authors.filter(({ group, isSingle }) => !without.includes(group) && !isSingle)
    const values = authors.flatMap((author) => this.describe(author, [...without, author.group]))
    const rows = authors.flatMap(({ answers, weight }) => answers.map((answer) => ({ answer, weight })))
    const targets = rows.map(({ answer }) => outcomes.indexOf(answer.label))
    return seeds.map((seed) =>
      trainForest(
        values,
        targets,
        rows.map(({ weight }) => weight),
        outcomes.length,
        { seed },
      ),
    )
  }
  rate(author: Author, seeds?: readonly number[]): Shares[] {
    const forests = this.fitForests([author.group], seeds)
    return this.describe(author, [author.group]).map((values) => {
      const all = forests.map((forest) => scoreForest(forest, values))
      return outcomes.map((_, at) => all.reduce((sum, each) => sum + each[at]!, 0) / all.length)
    })
  }
}

const biases = subs.flatMap((sub, at) => (taxonomy[sub].label === 'bias' ? [at] : []))
/** Makes the highest share about as high as it is often right. */
const sharpness = 0.4

/** Rare words say what a bias is about, and of so many subcategories each has few examples. */
function nameBiases(weights: Float32Array, { features, targets, weights: uses }: Examples, count: number): void {
  const rows = [...targets.keys()].filter((at) => biases.includes(targets[at]!))
  const own = {
    features: rows.map((at) => features[at]!),
    targets: rows.map((at) => biases.indexOf(targets[at]!)),
    weights: rows.map((at) => uses[at]!),
  }
  const ridge = trainRidge(own, count, biases.length)
  for (let id = 0; id < count; id += 1)
    for (const [index, at] of biases.entries())
      weights[id * subs.length + at] = ridge.weights[id * biases.length + index]! * sharpness
}

/** Subcategories are learned from labeled answers only, from what the juror and the court say. */
const subFamilies = /^(?:w|c|b|m2|not|i|q|qc|qq|qt|qa|tc|r|rr|vs|vr|mems|concern|disclosed|bias|p|pc|h|rq)(?::|$)/

export function trainSubs(authors: readonly Author[]): AnswerModel['subs'] {
  const rows = authors.flatMap(({ answers, weight }) =>
    answers.filter(({ sub }) => sub).map((answer) => ({ answer, weight })),
  )
  const uses = new Map<string, number>()
  const listed = rows.map(({ answer }) => [...answer.features.keys()].filter((name) => subFamilies.test(name)))
  for (const names of listed) for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
  const ids = new Map([...uses].filter(([, use]) => use >= fewestSubUses).map(([name], at) => [name, at]))
  const examples = {
    features: listed.map((names) => Int32Array.from(names.flatMap((name) => ids.get(name) ?? []))),
    targets: rows.map(({ answer }) => subs.indexOf(answer.sub!)),
    weights: rows.map(({ weight }) => weight),
  }
  const { weights, classes } = trainLinear(examples, ids.size, subs.length, { step: 0.03, passes: 10 })
  nameBiases(weights, examples, ids.size)
  return Object.fromEntries(
    [...ids].map(([name, id]) => {
      const pairs = [...weights.subarray(id * classes, (id + 1) * classes)].flatMap((weight, at) => {
        const value = Math.round(weight * 100)
        return Math.abs(value) >= 7 ? [at, value] : []
      })
      return [name, pairs]
    }),
  )
}
