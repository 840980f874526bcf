/**
 * Measures the strike engine with 500 jurors and the check on strike reasons. Each should take less than 50 ms. Run:
 * npm run bench -- strikes
 */
import { cpus } from 'node:os'
import { checkRationale } from '#law/rationale/check.ts'
import { findComparators } from '#law/rationale/comparators.ts'
import { remaining } from '#law/selection/budget.ts'
import { getSitting } from '#law/selection/chairs.ts'
import { replay, whatIf } from '#law/selection/replay.ts'
import type { SelectionEvent, SelectionSetup } from '#contract/strikes/selection.ts'
import { zone } from '#law/selection/zone.ts'

const jurorCount = 500
const rounds = 40
const goalMs = 50

const setup = (method: SelectionSetup['method']): SelectionSetup => ({
  method,
  jurySize: 12,
  alternates: 6,
  budget: { us: { regular: 60, alternates: 6 }, them: { regular: 60, alternates: 6 } },
  eachDefendant: null,
  alternatesApart: true,
  backStrikes: false,
  replacements: method === 'random_order' ? 'drawn' : 'in_order',
  turns: {
    kind: method === 'rounds_no_back' ? 'blocks' : 'alternate',
    first: 'us',
    each: 1,
    passesToEnd: 2,
  },
  jurors: Array.from({ length: jurorCount }, (_, at) => ({ id: `j${at}`, number: `${at + 1}` })),
})

function longRecord(given: SelectionSetup): SelectionEvent[] {
  const events: SelectionEvent[] =
    given.replacements === 'drawn' ? given.jurors.map(({ id }) => ({ kind: 'drawn', jurorId: id })) : []
  for (let at = 0; at < 150; at += 1) {
    const jurorId = `j${at * 3 + 2}`
    if (at % 2 === 0) events.push({ kind: 'removed', jurorId, why: 'hardship' })
    else {
      events.push({ kind: 'challenged', strikeId: `c${at}`, side: 'us', jurorId })
      events.push({ kind: 'ruled', strikeId: `c${at}`, ruling: at % 4 === 1 ? 'granted' : 'denied' })
    }
  }
  for (let at = 0; at < 118; at += 1) {
    const state = replay(given, events)
    const [first] = state.members.length > 0 ? state.members : zone(state).regular.inReach.map(({ jurorId }) => jurorId)
    const side = state.turn ?? 'us'
    if (first === undefined || remaining(state, side).left.regular === 0) break
    events.push({ kind: 'struck', strikeId: `s${at}`, side, jurorId: first, target: 'regular' })
  }
  return events
}

/** Uses CPU time because other load affects it less than wall time. */
function time(name: string, work: () => void, goal = goalMs): void {
  work()
  const cpuBefore = process.cpuUsage()
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).sort((a, b) => a - b)
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuMs = (user + system) / 1000 / rounds
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!
  const shown = (ms: number) => `${ms.toFixed(2).padStart(7)} ms`
  const verdict = at(0.95) < goal ? '' : `  over the goal of ${goal} ms`
  console.log(
    `  ${name.padEnd(58)} median ${shown(at(0.5))}  95th ${shown(at(0.95))}  processor ${shown(cpuMs)}${verdict}`,
  )
  if (verdict !== '') process.exitCode = 1
}

console.log(`${jurorCount} jurors, ${rounds} rounds on ${cpus()[0]?.model ?? 'this machine'}, Node ${process.version}`)
for (const method of ['strike_and_replace', 'struck_panel', 'rounds_no_back', 'random_order', 'custom'] as const) {
  const given = setup(method)
  const record = longRecord(given)
  time(`${method}: ${record.length} events, budgets, turn, seats, zone`, () => {
    const state = replay(given, record)
    remaining(state, 'us')
    getSitting(state)
    zone(state)
  })
  const base = record.slice(0, -10)
  time(`${method}: what if ten more challenges`, () => void getSitting(whatIf(given, base, record.slice(-10)).state))
}
const reason =
  'Said she is skeptical of officers after her brother was convicted, would want more than one witness, and looked away from counsel. '
time('check of a reason of 130 characters (California)', () => {
  checkRationale({ text: reason, kind: 'peremptory', forumId: 'ca_criminal', quotes: 1 })
})
time('check of a reason of 5,000 characters (California)', () => {
  checkRationale({ text: reason.repeat(40).slice(0, 5000), kind: 'peremptory', forumId: 'ca_criminal', quotes: 1 })
})
const kinds = ['burden_of_proof', 'party_lean', 'experience', 'law_conflict']
const jurors = Array.from({ length: jurorCount }, (_, at) => ({
  jurorId: `j${at}`,
  number: `${at + 1}`,
  isStruck: at % 5 === 0,
  said: Array.from({ length: 6 }, (__, quote) => ({
    highlightId: null,
    type: 'bias_indicator',
    sub: kinds[(at + quote) % kinds.length]!,
    stance: 'expressed',
    quote: `I would want more than ${at % 7} witnesses before I believe what the company number ${quote} says about it.`,
  })),
  answers: [{ q: 'Have you served before?', a: at % 3 === 0 ? 'Yes, a civil case' : 'No' }],
}))
time(
  'comparators of one juror among 500',
  () => {
    findComparators({
      juror: jurors[0]!,
      reliesOn: [],
      others: jurors,
      issues: [{ name: 'Company', watchWords: ['company'] }],
    })
  },
  Infinity,
)
