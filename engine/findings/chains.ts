import { jurorKey } from '#contract/jurors/key.ts'
import type { Chain, Finding, HardshipFacts } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { numberPattern, readNumber } from '#engine/spoken/number.words.ts'
import { type Answer, foldText, splitSentences } from './language/utterance.ts'
import type { ExchangeReading } from './reading.ts'
import { findAny, readWordFile } from './language/grammar.ts'
import type { Question } from './language/question.ts'
import { isPlainAdmission } from './readers/stories.ts'
import { isWeak } from './verdict.ts'

const lexicon = readWordFile('court')

const rulingReach = 12
const probing = new Set(['undertaking', 'impairment', 'lean', 'opinion'])
const hardshipProbes = new Set(['paid', 'replaceable', 'schedule', 'documented', 'hardship', 'availability'])
const rulingWords = lexicon.regex('ruling-words', 'i')

export function chainFindings(
  findings: readonly Finding[],
  turns: readonly Turn[],
  readings: readonly ExchangeReading[],
): { findings: Finding[]; chains: Chain[] } {
  const chained = findings.map((each) => ({ ...each }))
  const chains: Chain[] = []
  for (const [concern, finding] of chained.entries()) {
    const start = finding.exchange === null ? undefined : readings[finding.exchange]
    if (!start || finding.chain !== null || (finding.type !== 'bias_indicator' && finding.type !== 'hardship')) continue
    const following = findSitting(turns, readings, start)
    const chain: Chain = {
      number: chains.length + 1,
      concern,
      probes: findProbes(finding, following),
      outcome: 'unresolved',
      ruling: null,
    }
    const reached = new Set(following.map(({ exchange }) => exchange.index))
    for (const other of chained)
      if (other.chain === null && other.type !== 'long_pause' && other.exchange !== null && reached.has(other.exchange))
        other.chain = chain.number
    finding.chain = chain.number
    if (finding.type === 'hardship') finding.hardshipFacts = collectFacts(finding, start, following)
    chain.ruling = findRuling(turns, following.at(-1) ?? start, finding)
    if (finding.type === 'bias_indicator')
      resolveBias(
        finding,
        chain,
        chained.filter((each) => each.chain === chain.number && each !== finding),
      )
    else resolveHardship(finding, chain, following)
    chains.push(chain)
  }
  return { findings: chained, chains }
}

function findSitting(
  turns: readonly Turn[],
  readings: readonly ExchangeReading[],
  start: ExchangeReading,
): ExchangeReading[] {
  const after = readings.slice(start.exchange.index + 1)
  const end = after.findIndex((each, at) => !isSameSitting(turns, after[at - 1] ?? start, each, start))
  return end < 0 ? after : after.slice(0, end)
}

const findProbes = (finding: Finding, following: readonly ExchangeReading[]): Chain['probes'] =>
  following
    .filter(
      ({ question: { topic } }) =>
        topic !== null && (finding.type === 'hardship' ? hardshipProbes : probing).has(topic),
    )
    .map(({ exchange, answer }) => ({ exchange: exchange.index, hedge: answer.hedge, latencyMs: exchange.latencyMs }))

/** The last statement determines the outcome. A firm answer after a weak one is still a separate event. */
function resolveBias(concern: Finding, chain: Chain, story: readonly Finding[]): void {
  const last = story.findLast((each) => each.type === 'bias_indicator' || /^rehabilitation|^unequivocal/.test(each.sub))
  if (!last) {
    chain.outcome = concern.stance === 'equivocal' ? 'equivocal' : 'unresolved'
    return
  }
  const outcome = getOutcome(last)
  chain.outcome = outcome
  concern.stance = outcome
  const isCritical = [concern, last].some(
    ({ severity, quote }) => severity === 'critical' || isPlainAdmission(foldText(quote)),
  )
  const reaffirmed = isCritical && !isWeak(concern.rules) && !isWeak(last.rules) ? 'critical' : 'high'
  concern.severity = ({ reaffirmed, equivocal: 'high', rehabilitated: 'medium' } as const)[outcome]
}

function getOutcome(last: Finding): 'equivocal' | 'rehabilitated' | 'reaffirmed' {
  if (last.type === 'bias_indicator') return last.stance === 'equivocal' ? 'equivocal' : 'reaffirmed'
  return last.sub === 'rehabilitation_equivocal' ? 'equivocal' : 'rehabilitated'
}

const keeps = lexicon.regex('keeps', 'i')
const lets = lexicon.regex('lets', 'i')

const untilLater = lexicon.regex('until-later', 'i')
const called = new RegExp(`\\bjurors?,? (?:numbers? |nos?\\.? ?|# ?)?(\\d+|${numberPattern})\\b`, 'gi')

/** Ignores sentences that name another juror or only excuse jurors for the day. */
function listRulingSentences(text: string, { jurorNumber }: Pick<Finding, 'jurorNumber'>): string[] {
  return splitSentences(foldText(text))
    .map((each) => each.text)
    .filter((sentence) => {
      const named = [...sentence.matchAll(called)].map(([, answerPatterns]) => String(readNumber(answerPatterns ?? '')))
      const isOther = jurorNumber !== null && named.length > 0 && !named.includes(jurorKey(jurorNumber))
      return !isOther && !(/\b(?:excus|releas|dismiss|go\b|leave\b)/i.test(sentence) && untilLater.test(sentence))
    })
}

function collectFacts(concern: Finding, start: ExchangeReading, following: readonly ExchangeReading[]): HardshipFacts {
  const own = start.utterances.find(({ turn }) => turn.index === concern.turn)?.answer ?? start.answer
  return [{ question: start.question, answer: own }, ...following].reduce(
    (known, { question, answer }) => readFacts(known, question, answer),
    noFacts,
  )
}

function resolveHardship(concern: Finding, chain: Chain, following: readonly ExchangeReading[]): void {
  const ruling = chain.ruling === null ? [] : [listRulingSentences(chain.ruling.text, concern).join(' ')]
  const ruled = [...listBenchWords(following, concern), ...ruling].flatMap((text) =>
    keeps.test(text) ? ['not_excused' as const] : lets.test(text) ? ['excused' as const] : [],
  )
  chain.outcome = ruled.at(-1) ?? (concern.hardshipFacts?.scheduleFix === true ? 'schedule_fixed' : 'unresolved')
}

const listBenchWords = (following: readonly ExchangeReading[], concern: Finding): string[] =>
  following
    .flatMap(({ askedBy }) => askedBy)
    .filter(({ role }) => role === 'judge')
    .flatMap(({ text }) => listRulingSentences(text, concern))
    .filter((sentence) => !sentence.endsWith('?'))

function isSameSitting(
  turns: readonly Turn[],
  last: ExchangeReading,
  next: ExchangeReading,
  start: ExchangeReading,
): boolean {
  if (next.voice !== start.voice) return false
  const isUnnumbered = start.exchange.jurorNumber === null
  const from = last.exchange.answerTurns.at(-1) ?? 0
  const to = next.exchange.answerTurns[0] ?? from
  return !turns
    .slice(from + 1, to)
    .some(
      (turn) =>
        (turn.role === 'note' && isUnnumbered && /present|exit|leaves|excused/i.test(turn.text)) ||
        (turn.role === 'juror' && (turn.jurorNumber ?? turn.speaker ?? '') !== start.voice),
    )
}

function findRuling(turns: readonly Turn[], last: ExchangeReading, concern: Finding): Chain['ruling'] {
  const from = (last.exchange.answerTurns.at(-1) ?? 0) + 1
  for (const turn of turns.slice(from, from + rulingReach)) {
    if (turn.role === 'juror') return null
    const isRuling = () => listRulingSentences(turn.text, concern).some((sentence) => rulingWords.test(sentence))
    if (turn.role === 'judge' && !turn.text.trim().endsWith('?') && isRuling())
      return { turn: turn.index, text: turn.text }
  }
  return null
}

type Fact = keyof HardshipFacts
export const noFacts: HardshipFacts = { paid: null, replaceable: null, scheduleFix: null, documented: null }

const factWords = readWordFile('facts')
const answerPatterns = {
  paid: { no: factWords.patterns('paid/no'), yes: factWords.patterns('paid/yes') },
  replaceable: { no: factWords.patterns('replaceable/no'), yes: factWords.patterns('replaceable/yes') },
  scheduleFix: { no: factWords.patterns('scheduleFix/no'), yes: factWords.patterns('scheduleFix/yes') },
  documented: { no: factWords.patterns('documented/no'), yes: factWords.patterns('documented/yes') },
} satisfies Record<Fact, unknown>
const askedBy = { paid: 'paid', replaceable: 'replaceable', scheduleFix: 'schedule', documented: 'documented' } as const
const denied = /\b(?:no one|nobody|not able|only one|anyone else)\b/
const deniesAnyone = /\bno(?: one|body)\b|only one/

export function readFacts(facts: HardshipFacts, question: Question, answer: Answer): HardshipFacts {
  const known: HardshipFacts = { ...facts }
  for (const fact of Object.keys(answerPatterns) as Fact[])
    known[fact] = readFact(fact, question, answer) ?? facts[fact]
  return known
}

function readFact(fact: Fact, question: Question, answer: Answer): boolean | null {
  if (findAny(answerPatterns[fact].no, answer.text)) return false
  if (findAny(answerPatterns[fact].yes, answer.text)) return true
  if (question.topic !== askedBy[fact] || !question.polar || answer.polarity === null) return null
  // If the question is "Is there no one who could cover?", both "Yes" and "No" mean nobody can.
  const isDenied = denied.test(question.text) && deniesAnyone.test(question.text)
  return !(fact === 'replaceable' && isDenied) && answer.polarity === 'yes'
}
