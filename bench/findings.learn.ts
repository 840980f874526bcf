/**
 * Run `node bench/findings.learn.ts` to train `engine/findings/learned/answers.json` and `words/learned.txt` on
 * interviews by several authors. `--authors` measures each author with a model trained on the others.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Finding } from '#contract/findings/findings.ts'
import { decide, getSource, sources } from '#engine/findings/decide.ts'
import { isSeenBy, views } from '#engine/findings/learned/features.ts'
import { scoreSubs, type AnswerModel } from '#engine/findings/learned/model.ts'
import { setPhrases } from '#engine/findings/learned/phrases.ts'
import { outcomes, type Shares } from '#engine/findings/learned/stack.ts'
import { labels, labelTypes } from '#engine/findings/taxonomy.ts'
import { getSeverity } from '#engine/findings/verdict.ts'
import { readAuthor, readPhrasings, Trainer, trainSubs, type Answer, type Author } from './findings.authors.ts'
import { fitPoints, printReliability } from './findings.calibration.ts'
import { reportInterviews, type Answered } from './findings.interviews.ts'
import { learnPhrases, type Phrase } from './findings.phrases.ts'

const corpus = new URL('../test/corpus/findings/', import.meta.url)
/** These were used to write the rules, so they say less about new authors. */
const ruled = ['interviews', 'courts', 'acceptance', 'week', 'others']

export function readAuthors(): Author[] {
  const names = readdirSync(corpus).filter((name) => name.endsWith('.tuning.txt'))
  const own = names.map((name) => {
    const author = name.replace('.tuning.txt', '')
    const path = new URL(name, corpus)
    if (!ruled.includes(author)) return readAuthor(author, path)
    return readAuthor(author, path, author === 'others' ? author : 'ruled', 0.5)
  })
  const single = ['phrasings', 'exchanges', 'traps', 'routine', 'kinds']
  const singles = single.map((name) => readPhrasings(new URL(`${name}.tuning.ndjson`, corpus), name, 0.3))
  return [...own, ...singles, readAuthor('causes', new URL('causes.txt', corpus), 'ruled', 0.5)]
}

const seeds = [11, 23]
/** Weights are in thousandths. Features with less than this don't change anything. */
const smallest = 32

export function packFeatures(trainer: Trainer): AnswerModel['features'] {
  const fitted = trainer.fit([])
  const { names, parts } = trainer.codes
  return Object.fromEntries(
    names.flatMap((name, id): [string, number[]][] => {
      const packed = views
        .filter((view) => isSeenBy(view, parts.get(name)!))
        .flatMap((view) => {
          const { ids, model } = fitted[view]
          const from = ids[id]! * model.classes
          return ids[id]! < 0 ? [] : [...model.weights.subarray(from, from + model.classes)]
        })
        .map((weight) => Math.round(weight * 1000))
      return packed.some((weight) => Math.abs(weight) >= smallest) ? [[name, packed]] : []
    }),
  )
}

export const listPhrases = (phrases: Record<string, readonly Phrase[]>): string =>
  [
    '# Written by `node bench/findings.learn.ts`: phrases that at least three authors used with a label, and how often',
    '# an answer with the phrase had it. A finding that no rule made needs one of these, or words that name its subject.',
    ...Object.entries(phrases).flatMap(([label, list]) => [
      '',
      `[${label}]`,
      ...list.map(({ phrase, right, all, authors }) => `- ${phrase} (${right} of ${all}, ${authors} authors)`),
    ]),
    '',
  ].join('\n')

type Measured = { answer: Answer; shares: Shares; answered: Answered; possible: Finding[] }

const folds = 4

/** Deals the authors into a few folds. Whoever is held out has a fold of their own. */
export function dealFolds(authors: readonly Author[], held: string | null): Author[] {
  const groups = [...new Set(authors.filter(({ isSingle }) => !isSingle).map(({ group }) => group))].filter(
    (group) => group !== held,
  )
  return authors.map((author) => {
    const at = groups.indexOf(author.group)
    return { ...author, group: at >= 0 ? `fold ${at % folds}` : author.isSingle ? 'single' : 'held out' }
  })
}

/** Rates and decides an author's answers with everything trained on other authors only. */
export function measureHeldOut(authors: readonly Author[], held: Author): Measured[] {
  const dealt = dealFolds(authors, held.group)
  const trainer = new Trainer(dealt)
  const shares = trainer.rate(dealt[authors.indexOf(held)]!, seeds)
  return decideAll(
    held,
    shares,
    authors.filter(({ group }) => group !== held.group),
  )
}

export function decideAll(author: Author, shares: readonly Shares[], others: readonly Author[]): Measured[] {
  const phrases = learnPhrases(others)
  setPhrases(Object.fromEntries(labels.map((label) => [label, phrases[label].map(({ phrase }) => phrase)])) as never)
  const subs = trainSubs(others)
  return author.answers.map((answer, at) => {
    const { heard } = answer.candidate
    const candidate = {
      ...answer.candidate,
      isHeard: () => true,
      toFinding: (verdict: Parameters<typeof answer.candidate.toFinding>[0]) =>
        ({
          ...verdict,
          type: labelTypes[verdict.label],
          severity: getSeverity(verdict),
          quote: heard.turn.text,
        }) as unknown as Finding,
    }
    const rating = { shares: shares[at]!, subs: scoreSubs({ subs }, answer.features) }
    const { found, possible } = decide(candidate, rating)
    const answered = { interview: heard.block, label: answer.label, sub: answer.sub ?? '', found }
    return { answer, shares: shares[at]!, answered, possible }
  })
}

function train(): void {
  const authors = readAuthors()
  const trainer = new Trainer(dealFolds(authors, null))
  const model: AnswerModel = {
    features: packFeatures(trainer),
    subs: trainSubs(authors),
    forests: trainer.fitForests([], seeds),
  }
  const text = `${JSON.stringify(model).replaceAll('],"', '],\n"')}\n`
  writeFileSync(new URL('../engine/findings/learned/answers.json', import.meta.url), text)
  const phrases = learnPhrases(authors.filter(({ isSingle }) => !isSingle))
  writeFileSync(new URL('../engine/findings/words/learned.txt', import.meta.url), listPhrases(phrases))
  const answers = authors.reduce((sum, author) => sum + author.answers.length, 0)
  console.log(`${authors.length} authors, ${answers} answers, ${Math.round(text.length / 1024)} KB`)
  for (const label of labels) console.log(`  ${phrases[label].length} phrases for ${label}`)
}

function reportAuthors(): void {
  const authors = readAuthors()
  const held = authors.filter(({ name }) => name !== 'causes')
  const measured = held.map((author) => {
    const rows = measureHeldOut(authors, author)
    reportInterviews(
      author.name,
      rows.map(({ answered }) => answered),
    )
    return rows
  })
  reportInterviews(
    'All authors',
    measured.flat().map(({ answered }) => answered),
  )
  printReliability(
    'other authors',
    measured.flat().flatMap(({ answered: { label, found } }) =>
      found.map(({ type, confidence }) => ({
        type,
        shown: confidence,
        isRight: label !== 'none' && labelTypes[label] === type,
      })),
    ),
  )
  reportRules(measured.flat())
  reportCalibration(measured.flat())
}

const leastScored = 0.3

function reportCalibration(measured: readonly Measured[]): void {
  for (const label of labels)
    for (const source of sources) {
      const scored = measured.flatMap(({ answer, shares }) => {
        const verdict = answer.candidate.verdicts.find((each) => each.label === label)
        const score = shares[outcomes.indexOf(label)]!
        const isFrom = verdict ? getSource(verdict.rules) === source : source === 'model' && score >= leastScored
        return isFrom ? [{ score, isRight: answer.label === label }] : []
      })
      console.log(`  '${label}/${source}': ${JSON.stringify(fitPoints(scored))},`)
    }
}

const fewestFired = 10

/** Lists the rules that are wrong more often than right, before the model drops what it finds unlikely. */
function reportRules(measured: readonly Measured[]): void {
  const fired = measured.flatMap(({ answer }) =>
    answer.candidate.verdicts.flatMap(({ label, rules }) =>
      rules.map((rule) => ({ rule: `${label} by ${rule}`, isRight: label === answer.label })),
    ),
  )
  for (const [rule, uses] of Map.groupBy(fired, (each) => each.rule)) {
    const right = uses.filter(({ isRight }) => isRight).length
    if (uses.length >= fewestFired && right * 2 < uses.length)
      console.log(`  ${rule}: ${right} of ${uses.length} correct`)
  }
}

if (process.argv[1] === import.meta.filename) {
  const { authors = false } = parseArgs({ options: { authors: { type: 'boolean' } } }).values
  if (authors) reportAuthors()
  else train()
}
