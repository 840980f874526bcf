/** Chains: a concern, the probes that follow it, their answers, how it ended and what the court ruled. */
import { jurorKey } from '#contract/jurors/key.ts'
import type { Chain, Exchange, Finding, HardshipFacts, Stance } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { readAnswer } from '#engine/findings/language/answer.ts'
import { readQuestion } from '#engine/findings/language/question.ts'
import { foldText, sentencesOf } from '#engine/findings/language/sentences.ts'
import { numberPattern, readNumber } from '#engine/spoken/number.words.ts'
import { readFacts } from './facts.ts'

/** As many turns after the last exchange as a ruling is looked for: counsel is heard first. */
const rulingReach = 12
const probing = new Set(['undertaking', 'impairment', 'lean', 'opinion'])
const following = new Set(['paid', 'replaceable', 'schedule', 'documented', 'hardship', 'availability'])
const rulingWords =
  /\b(?:excused?|excusing|granted|denied|so ordered|struck for cause|for cause is|(?:is|are|he's|she's) (?:out|dismissed|released)|not going to (?:excuse|strike)|i(?:'m| am| will|'ll) (?:going to )?(?:excuse|grant|deny|reserve|strike|dismiss))\b/i

const textOf = (turns: readonly Turn[], indexes: readonly number[]) =>
  indexes.map((at) => turns[at]?.text ?? '').join(' ')
const voice = (each: Pick<Finding, 'jurorNumber' | 'speaker'>) => each.jurorNumber ?? each.speaker ?? ''

/** Links findings of one juror into chains and sets stance, severity and the facts of a hardship from what followed. */
export function chainFindings(
  findings: readonly Finding[],
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
): { findings: Finding[]; chains: Chain[] } {
  const chained = findings.map((each) => ({ ...each }))
  const chains: Chain[] = []
  for (const [at, finding] of chained.entries()) {
    if (
      (finding.type !== 'bias_indicator' && finding.type !== 'hardship') ||
      finding.chain !== null ||
      finding.exchange === null
    )
      continue
    const chain: Chain = { number: chains.length + 1, concern: at, probes: [], outcome: 'unresolved', ruling: null }
    finding.chain = chain.number
    let facts: HardshipFacts = readFacts(
      { paid: null, replaceable: null, scheduleFix: null, documented: null },
      finding.question,
      finding.quote,
    )
    let last = exchanges[finding.exchange]
    for (const exchange of exchanges.slice(finding.exchange + 1)) {
      if (!last || !sameSitting(turns, last, exchange, finding)) break
      last = exchange
      const question = textOf(turns, exchange.questionTurns)
      const answer = textOf(turns, exchange.answerTurns)
      const { topic } = readQuestion(question)
      facts = readFacts(facts, question, answer)
      if (topic !== null && (finding.type === 'hardship' ? following : probing).has(topic)) {
        chain.probes.push({
          exchange: exchange.index,
          hedge: readAnswer(answer, question).hedge,
          latencyMs: exchange.latencyMs,
        })
      }
      for (const other of chained)
        if (other.exchange === exchange.index && other.chain === null && other.type !== 'long_pause')
          other.chain = chain.number
    }
    const story = chained.filter((each) => each.chain === chain.number && each !== finding)
    if (finding.type === 'bias_indicator') settle(finding, chain, story)
    else finding.hardshipFacts = facts
    if (last) chain.ruling = rulingAfter(turns, last, finding)
    if (finding.type === 'hardship') {
      const ruled = chain.ruling === null ? [] : [sentencesTo(chain.ruling.text, finding).join(' ')]
      endHardship(chain, facts, [...wordsOfBench(turns, exchanges, finding, last), ...ruled])
    }
    chains.push(chain)
  }
  return { findings: chained, chains }
}

/** The outcome is what the juror said last on the matter; a firm answer after a weak one stays a second event. */
function settle(concern: Finding, chain: Chain, story: readonly Finding[]): void {
  const last = story.findLast((each) => each.type === 'bias_indicator' || /^rehabilitation|^unequivocal/.test(each.sub))
  if (!last) {
    chain.outcome = concern.stance === 'equivocal' ? 'equivocal' : 'unresolved'
    return
  }
  const outcome: BiasOutcome =
    last.type === 'bias_indicator'
      ? last.stance === 'equivocal'
        ? 'equivocal'
        : 'reaffirmed'
      : last.sub === 'rehabilitation_equivocal'
        ? 'equivocal'
        : 'rehabilitated'
  chain.outcome = outcome
  const stance: Record<BiasOutcome, Stance> = {
    unresolved: 'expressed',
    equivocal: 'equivocal',
    rehabilitated: 'rehabilitated',
    reaffirmed: 'reaffirmed',
  }
  concern.stance = stance[outcome]
  concern.severity = outcome === 'reaffirmed' ? 'critical' : outcome === 'equivocal' ? 'high' : 'medium'
}

type BiasOutcome = 'unresolved' | 'equivocal' | 'rehabilitated' | 'reaffirmed'

const keeps =
  /\b(?:not (?:going to |gonna )?(?:be )?(?:excus(?:e|ed|ing)|grant(?:ed)?)|(?:can't|cannot|won't|will not) (?:be )?(?:excuse|excused|grant)|den(?:y|ied)|overruled|(?:have|need|going|like) you to (?:stay|remain|serve|come back)|(?:please |you'll |you will |you are to |you're to )(?:stay|remain)\b)/i
const lets =
  /\b(?:(?:is|are|you're|he's|she's|will be|be|i'll|i will|i am|i'm|going to|juror (?:no\. |number )?\w+ is|hereby) (?:now |also |therefore )?(?:excused?|excusing|released?|dismissed)|excused for (?:cause|hardship)|granted|so ordered|you(?:(?:'re| are) free to| may| can) (?:go|leave)(?= home| now| with|[.,;!]|$))/i

/** "Everybody is excused for the day": they come back. */
const untilLater =
  /\b(?:for (?:now|today|tonight|lunch|(?:(?:the|a|your|our|this|few|short|brief|rest of|remainder of) )+(?:day|lunch|luncheon|evening|night|weekend|week|recess|break|moment|minutes?|time being|morning|afternoon))|until|till|tomorrow|back (?:here )?(?:at|by))\b/i
const called = new RegExp(`\\bjurors?,? (?:numbers? |nos?\\.? ?|# ?)?(\\d+|${numberPattern})\\b`, 'gi')

/** The sentences in which the bench lets this juror go or keeps them: not another one who is named, and not till later. */
function sentencesTo(text: string, { jurorNumber }: Pick<Finding, 'jurorNumber'>): string[] {
  return sentencesOf(foldText(text))
    .map((each) => each.text)
    .filter((sentence) => {
      const named = [...sentence.matchAll(called)].map(([, said]) => String(readNumber(said ?? '')))
      const isOther = jurorNumber !== null && named.length > 0 && !named.includes(jurorKey(jurorNumber))
      return !isOther && !(/\b(?:excus|releas|dismiss|go\b|leave\b)/i.test(sentence) && untilLater.test(sentence))
    })
}

/** "You're excused" ends a hardship, and so does "I can't excuse you"; without either a schedule that solves it does. */
function endHardship(chain: Chain, facts: HardshipFacts, spoken: readonly string[]): void {
  const ruled = spoken.flatMap((text) =>
    keeps.test(text) ? ['not_excused' as const] : lets.test(text) ? ['excused' as const] : [],
  )
  chain.outcome = ruled.at(-1) ?? (facts.scheduleFix === true ? 'schedule_fixed' : 'unresolved')
}

/** What the bench said to this juror between the concern and the end of the sitting, sentence by sentence; no questions. */
function wordsOfBench(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
  concern: Finding,
  last: Exchange | undefined,
): string[] {
  if (!last || concern.exchange === null) return []
  return exchanges.slice(concern.exchange + 1, last.index + 1).flatMap(({ questionTurns }) =>
    questionTurns
      .map((at) => turns[at])
      .filter((turn) => turn?.role === 'judge')
      .flatMap((turn) => (turn ? sentencesTo(turn.text, concern) : []))
      .filter((sentence) => !sentence.endsWith('?')),
  )
}

/** The same juror, still before the court: no other juror and no note of one leaving between. */
function sameSitting(turns: readonly Turn[], last: Exchange, next: Exchange, finding: Finding): boolean {
  if (voice(next) !== voice(finding)) return false
  const from = last.answerTurns.at(-1) ?? 0
  const to = next.answerTurns[0] ?? from
  return !turns
    .slice(from + 1, to)
    .some(
      (turn) =>
        (turn.role === 'note' && finding.jurorNumber === null && /present|exit|leaves|excused/i.test(turn.text)) ||
        (turn.role === 'juror' && voice(turn) !== voice(finding)),
    )
}

function rulingAfter(turns: readonly Turn[], last: Exchange, concern: Finding): Chain['ruling'] {
  const from = (last.answerTurns.at(-1) ?? 0) + 1
  for (const turn of turns.slice(from, from + rulingReach)) {
    if (turn.role === 'juror') return null
    const isRuling = () => sentencesTo(turn.text, concern).some((sentence) => rulingWords.test(sentence))
    if (turn.role === 'judge' && !turn.text.trim().endsWith('?') && isRuling())
      return { turn: turn.index, text: turn.text }
  }
  return null
}
