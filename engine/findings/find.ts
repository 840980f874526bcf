/** Findings of a transcript: a pure function of its turns and their exchanges. */
import type { Chain, Exchange, Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { isBreak, isGroup } from '#engine/findings/language/exchanges.ts'
import { readQuestion } from '#engine/findings/language/question.ts'
import { chainFindings } from './chains.ts'
import { judgeUtterance } from './judge.ts'
import { findLongPauses } from './pauses.ts'
import { severityOf } from './severity.ts'
import type { Verdict } from './verdict.ts'
import { explain } from './explain.ts'

const noFacts = { paid: null, replaceable: null, scheduleFix: null, documented: null }

/** All findings in order of time, chained; suggestions for a person to confirm. */
export function findFindings(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
): { findings: Finding[]; chains: Chain[] } {
  const findings: Finding[] = []
  /** Jurors who voiced a concern in this sitting at the bench; a break with another juror between ends it. */
  const concerned = new Set<string>()
  /** Jurors whose last word on their concern was a firm undertaking. */
  const undertook = new Set<string>()
  /** What was asked last: several jurors answer one question, one behind the other, until a break. */
  let before = ''
  let reached = 0
  for (const exchange of exchanges) {
    const who = voiceOf(exchange)
    // Unnumbered jurors share one label: a new question block after a break may be another person.
    if (exchange.jurorNumber === null && startsAnew(turns, exchange)) {
      concerned.delete(who)
      undertook.delete(who)
    }
    const question = exchange.questionTurns.map((at) => turns[at]?.text ?? '').join(' ')
    const first = exchange.answerTurns[0] ?? reached
    const asked = question || (turns.slice(reached, first).some(isBreak) ? '' : before)
    for (const at of exchange.answerTurns) {
      const turn = turns[at]
      if (!turn || turn.role !== 'juror' || isGroup(turn)) continue
      const verdicts = judgeUtterance({
        text: turn.text,
        role: turn.role,
        context: asked,
        contextRole: exchange.askerRole,
        concernBefore: concerned.has(who),
      })
      for (const verdict of leading(verdicts)) {
        // A plain "Yes, I can be fair" with no concern before is what every juror says: it would bury the rest.
        if (verdict.sub === 'unequivocal_fairness' && verdict.trigger === null) continue
        // The bench asks for both sides in turn; the second firm "No" repeats the first.
        if (verdict.sub === 'rehabilitation' && verdict.trigger === null && undertook.has(who)) continue
        findings.push(toFinding(verdict, turn, exchange, question))
        if (verdict.sub === 'rehabilitation') undertook.add(who)
        else if (verdict.label === 'bias') undertook.delete(who)
        if (verdict.label !== 'hardship') concerned.add(who)
      }
    }
    before = asked
    reached = (exchange.answerTurns.at(-1) ?? first) + 1
  }
  for (const pause of findLongPauses(
    exchanges,
    (each) => readQuestion(each.questionTurns.map((at) => turns[at]?.text ?? '').join(' ')).polar,
  )) {
    const exchange = exchanges[pause.exchange]
    const turn = turns[exchange?.answerTurns[0] ?? -1]
    if (!exchange || !turn) continue
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    findings.push({
      ...placeOf(turn, exchange),
      type: 'long_pause',
      sub: 'latency',
      severity: pause.severity,
      confidence: pause.confidence,
      stance: null,
      question: exchange.questionTurns.map((at) => turns[at]?.text ?? '').join(' '),
      trigger: null,
      hardshipFacts: null,
      chain: null,
      rules: ['pause/latency'],
      why: `The answer came ${seconds(pause.latencyMs)} s after the question${pause.medianMs === null ? '; no other answer of this juror was timed' : `; this juror’s usual wait is ${seconds(pause.medianMs)} s`}.`,
    })
  }
  const ordered = findings.sort((a, b) => a.turn - b.turn)
  return chainFindings(ordered, turns, exchanges)
}

const voiceOf = (exchange: Pick<Exchange, 'jurorNumber' | 'speaker'>) => exchange.jurorNumber ?? exchange.speaker ?? ''

function startsAnew(turns: readonly Turn[], exchange: Exchange): boolean {
  const first = exchange.questionTurns[0] ?? exchange.answerTurns[0] ?? 0
  return (
    turns[first - 1]?.role === 'note' ||
    /\b(?:what(?:'s| is)? your (?:juror )?number|your number|who else|anyone else|anybody else|next juror)\b/i.test(
      exchange.questionTurns.map((at) => turns[at]?.text ?? '').join(' '),
    )
  )
}

/** The leading verdict, and what else was said under another label. */
const leading = (verdicts: readonly Verdict[]) =>
  verdicts.filter((each, at) => verdicts.findIndex((other) => other.label === each.label) === at)

const placeOf = (turn: Turn, exchange: Exchange) => ({
  quote: turn.text,
  speaker: turn.speaker,
  jurorNumber: turn.jurorNumber,
  startMs: turn.startMs,
  endMs: turn.endMs,
  turn: turn.index,
  exchange: exchange.index,
  latencyMs: exchange.answerTurns[0] === turn.index ? exchange.latencyMs : null,
})

const typeOf = { hardship: 'hardship', bias: 'bias_indicator', key_statement: 'key_statement' } as const

/** A share of scores, no probability: of what somebody meant the machine is never certain. */
const mostConfidence = 0.99

function toFinding(verdict: Verdict, turn: Turn, exchange: Exchange, question: string): Finding {
  return {
    ...placeOf(turn, exchange),
    type: typeOf[verdict.label],
    sub: verdict.sub,
    severity: severityOf(verdict.sub, verdict.stance),
    confidence: Math.min(verdict.confidence, mostConfidence),
    stance: verdict.stance,
    question,
    trigger: verdict.trigger,
    hardshipFacts: verdict.label === 'hardship' ? noFacts : null,
    chain: null,
    rules: verdict.rules,
    why: explain(verdict, turn.text, question),
  }
}
