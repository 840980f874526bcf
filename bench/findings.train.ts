/**
 * Run `node bench/findings.train.ts` to train `engine/findings/classifier/weights.json` with multinomial logistic
 * regression. The result is deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readFeatures } from '#engine/findings/classifier/features.ts'
import { subs } from '#engine/findings/taxonomy.ts'
import { readLabeled, type Labeled } from './findings.data.ts'

type Example = { features: string[]; target: number; weight: number }

const passes = 40
const step = 0.05
const decay = 2e-4
/** Weights below 0.12 are dropped because they don't change any verdict. */
const smallest = 12
const fewestUses = 2
/** Feature dropout prevents a single rare word from deciding a verdict. */
const kept = 0.5
const seeds = [7, 20, 33]

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

type Model = { classes: string[]; weights: Map<string, Float32Array> }

const usualQuestions: Record<Labeled['label'], readonly string[]> = {
  hardship: [
    'What is the problem?',
    'What is the issue?',
    'Go ahead.',
    'Would serving for three weeks be a hardship?',
    'Is there any reason you cannot be here?',
    'Okay.',
    'Why is that?',
    'Tell me about that.',
    'Yes?',
  ],
  bias: [
    'Could you be fair and impartial?',
    'How do you feel about that?',
    'What is the issue?',
    'Why?',
    'Would that affect your ability to be fair?',
    'Do you lean one way or the other?',
    'Go ahead.',
    'Tell me about that.',
    'Can you set that aside?',
    'Do you have strong feelings about it?',
    'What did you want to tell me?',
  ],
  key_statement: [
    'Who else?',
    'Go ahead.',
    'Yes, sir?',
    'Anyone else?',
    'Tell me about that.',
    'Have you or a family member ever had that experience?',
    'Does anyone know any of these people?',
    'What is the issue?',
    'And your number?',
  ],
  none: [
    'Go ahead.',
    'What do you do for a living?',
    'How do you spend your spare time?',
    'What is the problem?',
    'Would you be paid?',
    'And when is that?',
    'Could someone else cover for you?',
    'What does your spouse do?',
    'Okay.',
    'How far did you go in school?',
    'What is your number?',
    'Would that be a hardship?',
    'Where is that?',
  ],
}

function listExamples(rows: readonly Labeled[], classes: readonly string[]): Example[] {
  return rows.flatMap((row, index) => {
    const target = Math.max(0, classes.indexOf(row.sub))
    const full = [...readFeatures(row)]
    const noRules = full.filter((name) => !name.startsWith('r '))
    const noQuestion = full.filter((name) => !name.startsWith('q'))
    const usual = usualQuestions[row.label]
    const asked =
      row.context === '' ? [...readFeatures({ ...row, context: usual[index % usual.length] ?? '' })] : noQuestion
    const variants = [full, noRules, asked]
    return variants.map((features) => ({ features, target, weight: 1 / variants.length }))
  })
}

export function trainModel(rows: readonly Labeled[]): Model {
  const models = seeds.map((seed) => trainOnce(rows, seed))
  const weights = new Map<string, Float32Array>()
  for (const { weights: each } of models)
    for (const [name, row] of each) {
      const sum = weights.get(name) ?? new Float32Array(row.length)
      weights.set(
        name,
        sum.map((value, at) => value + (row[at] ?? 0) / models.length),
      )
    }
  return { classes: models[0]?.classes ?? [], weights }
}

function trainOnce(rows: readonly Labeled[], seed: number): Model {
  const classes = ['none', ...subs]
  const examples = listExamples(rows, classes)
  const uses = new Map<string, number>()
  for (const { features, weight } of examples)
    for (const name of features) uses.set(name, (uses.get(name) ?? 0) + weight)
  const weights = new Map<string, Float32Array>()
  const slopes = new Map<string, Float32Array>()
  for (const [name, count] of uses) {
    if (count < fewestUses - 0.4) continue
    weights.set(name, new Float32Array(classes.length))
    slopes.set(name, new Float32Array(classes.length).fill(0.1))
  }
  const prepared = examples.map((each) => ({
    ...each,
    rows: each.features.flatMap((name) => toRow(weights, slopes, name)),
  }))
  const random = randomFrom(seed)
  const order = prepared.map((_, at) => at)
  for (let pass = 0; pass < passes; pass += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    for (const at of order) {
      const example = prepared[at]
      if (example) learn({ ...example, rows: example.rows.filter(() => random() < kept) }, classes.length)
    }
  }
  return { classes, weights }
}

type Row = { weight: Float32Array; slope: Float32Array }

function toRow(weights: Map<string, Float32Array>, slopes: Map<string, Float32Array>, name: string): Row[] {
  const [weight, slope] = [weights.get(name), slopes.get(name)]
  return weight && slope ? [{ weight, slope }] : []
}

function learn(example: { rows: readonly Row[]; target: number; weight: number }, classCount: number): void {
  const scores = new Float64Array(classCount)
  for (const { weight } of example.rows)
    for (let at = 0; at < classCount; at += 1) scores[at] = (scores[at] ?? 0) + (weight[at] ?? 0) / kept
  const top = Math.max(...scores)
  let sum = 0
  for (let at = 0; at < classCount; at += 1) sum += scores[at] = Math.exp((scores[at] ?? 0) - top)
  for (const { weight, slope } of example.rows) {
    for (let at = 0; at < classCount; at += 1) {
      const gradient =
        example.weight * ((scores[at] ?? 0) / sum - (at === example.target ? 1 : 0)) + decay * (weight[at] ?? 0)
      slope[at] = (slope[at] ?? 0) + gradient * gradient
      weight[at] = (weight[at] ?? 0) - (step * gradient) / Math.sqrt((slope[at] ?? 0) + 1e-6)
    }
  }
}

export const tuned = [
  'phrasings.tuning.ndjson',
  'exchanges.tuning.ndjson',
  'traps.tuning.ndjson',
  'routine.tuning.ndjson',
] as const

export function packModel(model: Model): { classes: string[]; features: Record<string, number[]> } {
  const features: Record<string, number[]> = {}
  for (const [name, row] of [...model.weights].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const packed = [...row].flatMap((weight, at) =>
      Math.abs(Math.round(weight * 100)) >= smallest ? [at, Math.round(weight * 100)] : [],
    )
    if (packed.length > 0) features[name] = packed
  }
  return { classes: model.classes, features }
}

if (process.argv[1] === import.meta.filename) {
  const folder = new URL('../test/corpus/findings/', import.meta.url)
  const rows = tuned.flatMap((name) => readLabeled(readFileSync(new URL(name, folder), 'utf8')))
  const packed = packModel(
    trainModel(rows.filter((row) => row.speaker_role === 'juror' && (row.label === 'none' || row.sub !== ''))),
  )
  const text = `${JSON.stringify(packed).replaceAll('],"', '],\n"')}\n`
  writeFileSync(new URL('../engine/findings/classifier/weights.json', import.meta.url), text)
  console.log(
    `${rows.length} utterances, ${Object.keys(packed.features).length} features, ${Math.round(text.length / 1024)} KB`,
  )
}
