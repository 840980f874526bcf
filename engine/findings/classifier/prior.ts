import type { Answer } from '../language/utterance.ts'
import { findAny, pattern, readWordFile } from '../language/grammar.ts'
import type { Question, QuestionTopic } from '../language/question.ts'
import { toSub, type Label, type Sub } from '../taxonomy.ts'

/** Adjustments to the log odds, tuned on half of each data set. */
export type Prior = { none: number; labels: Record<Label, number>; matter: Sub | null }

const nothing: Record<Label, number> = { hardship: 0, bias: 0, key_statement: 0 }
const life: Record<Label, number> = { hardship: 0, bias: -1, key_statement: 0 }
const attitude: Record<Label, number> = { hardship: -2, bias: 1.25, key_statement: 0 }

const byTopic: Record<QuestionTopic, { none: number; labels: Record<Label, number> }> = {
  undertaking: { none: -3, labels: attitude },
  impairment: { none: -3, labels: attitude },
  lean: { none: -3, labels: attitude },
  opinion: { none: -3, labels: attitude },
  open: { none: -2.5, labels: nothing },
  disclosure: { none: -0.5, labels: { hardship: -1, bias: 0, key_statement: 0.5 } },
  nod: { none: -1, labels: nothing },
  fact: { none: 0.5, labels: life },
  background: { none: 2, labels: life },
  housekeeping: { none: 1, labels: nothing },
  hardship: { none: 0, labels: life },
  availability: { none: 0, labels: life },
  paid: { none: 1, labels: life },
  replaceable: { none: 1, labels: life },
  schedule: { none: 1, labels: life },
  documented: { none: 1, labels: life },
}
export const priorOfOpenQuestion: Prior = { ...byTopic.open, matter: null }
const unknown = { none: -0.7, labels: nothing }
const unasked = { none: -1.2, labels: nothing }

export const matterBonus = 1.5

const deniedNone = 2
const deniable: ReadonlySet<QuestionTopic | null> = new Set(['hardship', 'disclosure'])

const committed = 2
const refused = 1

/** Returns what the juror commits to by answering "Yes" or "No" to the question. */
export function commits(question: Question, answer: Answer): 'fair' | 'unfair' | null {
  if (answer.polarity === null || !question.polar || question.restates || question.inability === 'stated') return null
  const affirms = answer.polarity === 'yes' && !(question.negative && question.topic !== 'undertaking')
  if (question.topic === 'undertaking') return affirms ? 'fair' : 'unfair'
  if (question.topic === 'impairment' || question.topic === 'lean') return affirms ? 'unfair' : 'fair'
  return null
}

export function getPrior(question: Question, answer: Answer, isQualified: boolean): Prior {
  const { none, labels: usual } =
    question.topic === null ? (question.text === '' ? unasked : unknown) : byTopic[question.topic]
  const way = isQualified ? null : commits(question, answer)
  const labels =
    way === null
      ? usual
      : way === 'fair'
        ? { ...usual, bias: usual.bias - committed, key_statement: usual.key_statement + committed }
        : { ...usual, bias: usual.bias + refused, key_statement: usual.key_statement - refused }
  const takenBack = question.restates && answer.polarity === 'no'
  const denied = answer.polarity === 'no' && answer.hedge === 'firm' && question.polar && deniable.has(question.topic)
  return {
    none: takenBack ? 1 : none + (denied ? deniedNone : 0),
    labels,
    matter: usual === attitude ? findFairnessMatter(question.matter) : null,
  }
}

const serving = 'serving/'
const entries = readWordFile('matters').entries.map(({ name, sources }) => ({
  isServing: name.startsWith(serving),
  sub: toSub(name.replace(serving, '')),
  patterns: sources.map(pattern),
}))
const matters = entries.filter(({ isServing }) => !isServing)
const hardshipMatters = entries.filter(({ isServing }) => isServing)

const troubles = readWordFile('troubles').entries.flatMap(({ name, sources }) =>
  name === 'runs-out' ? [] : [{ sub: toSub(name), patterns: sources.map(pattern) }],
)
export const findTrouble = (folded: string): Sub | null => findMatter(troubles, folded)

export const findFairnessMatter = (text: string): Sub | null => findMatter(matters, text)
/** "When do you get back?" isn't about the juror's back. */
export const findHardshipMatter = (text: string): Sub | null =>
  findMatter(hardshipMatters, text.replaceAll(returns, ' '))
const returns =
  /\b(?:come|coming|get|getting|go|going|be|are you|you're|you) back\b|\bback (?:on|from|by|home|here|in|to|at|when)\b/g
const findMatter = (table: readonly { sub: Sub; patterns: RegExp[] }[], text: string): Sub | null =>
  table.find(({ patterns }) => findAny(patterns, text) !== null)?.sub ?? null
