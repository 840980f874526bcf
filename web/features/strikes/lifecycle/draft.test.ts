import { expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import {
  checkDraft,
  describeMissing,
  emptyDraft,
  findBlocking,
  listRequirements,
  startDraft,
  toFields,
} from './draft.ts'

const board = {
  case: { forumId: 'us_fed_criminal' },
  jurors: [
    { id: 'a', number: '7' },
    { id: 'b', number: '24' },
  ],
} as Parameters<typeof checkDraft>[1]
const alike = [{ jurorId: 'b', number: '24', isStruck: false, alike: [], nearness: 0.6 }]
const draft = {
  ...emptyDraft('a'),
  rationale: 'Said that silence would be held against the defendant: “I would hold it against him.”',
  basis: ['stated_answer' as const],
}
const rules = (of = draft, others = alike) => checkDraft(of, board, 1, undefined, others).items.map(({ rule }) => rule)

test('reports a reason that also fits an unstruck juror until the author explains the difference', () => {
  const told = rules().filter((rule) => !rules(draft, []).includes(rule))
  expect(told).toHaveLength(1)
  const named = { jurorId: 'b', stance: 'explained' as const, explanation: 'Would decide on the evidence.' }
  expect(rules({ ...draft, comparators: [named] })).toEqual(rules(draft, []))
  expect(rules({ ...draft, comparators: [{ ...named, explanation: '' }] })).toEqual(rules())
  expect(rules({ ...draft, kind: 'cause' })).not.toContain(told[0])
})

test('omits unused demeanor, and a ground for a peremptory', () => {
  const demeanor = { observer: 'Counsel', timecode: null, secondObserver: '', courtConfirmed: false }
  expect(toFields({ ...draft, demeanor, groundCode: 'actual_bias' })).toMatchObject({
    demeanor: null,
    groundCode: null,
  })
  expect(toFields({ ...draft, demeanor, basis: ['demeanor_observed'] }).demeanor).toEqual(demeanor)
  expect(toFields({ ...draft, kind: 'cause', groundCode: 'actual_bias' }).groundCode).toBe('actual_bias')
})

test('a strike from a quote starts complete, with only what was said', () => {
  const quoted: Partial<Highlight> = {
    ...{ type: 'bias_indicator', sub: 'party_lean', question: 'Could you be fair?', quote: 'Not to him.' },
    ...{ start: 98, page: 41, line: 12, juror: { id: 'a', number: '18', name: null, assigned: true } },
  }
  const started = startDraft({ jurorId: 'a', highlightId: 'h', quoted: quoted as Highlight }, 'us_fed_criminal')
  expect(started).toMatchObject({
    kind: 'cause',
    groundCode: 'us_1866_partiality',
    basis: ['stated_answer'],
    rationale: 'Asked: “Could you be fair?” Juror 18 said (at 1:38; page 41, line 12): “Not to him.”',
    evidence: [{ source: 'highlight', highlightId: 'h' }],
  })
  expect(listRequirements(started, 0, 'us_fed_criminal').every(({ isMet }) => isMet)).toBe(true)
})

test('the checklist names what is missing', () => {
  const missing = (given: Partial<ReturnType<typeof emptyDraft>>, stored = 0) =>
    listRequirements({ ...emptyDraft('a'), ...given }, stored, null).flatMap(({ label, isMet }) => (isMet ? [] : label))
  expect(missing({})).toEqual(['Rationale of at least 20 characters', 'Basis', 'Evidence'])
  expect(missing({ kind: 'cause', basis: ['attitude'], rationale: draft.rationale }, 1)).toEqual(['Ground'])
})

test('the footer says in one line what is missing', () => {
  const said = (given: Partial<ReturnType<typeof emptyDraft>>, stored = 0) =>
    describeMissing(listRequirements({ ...emptyDraft('a'), ...given }, stored, null))
  expect(said({ jurorId: '' })).toBe('Missing: juror, rationale of at least 20 characters, basis, evidence')
  expect(said({ kind: 'cause', basis: ['attitude'], rationale: draft.rationale }, 1)).toBe('Missing: ground')
  expect(said({ basis: ['attitude'], rationale: draft.rationale }, 1)).toBe('')
})

test('a live strike on the juror blocks another draft of ours, but no opposing or court strike', () => {
  const strike = (id: string, jurorId: string, given: Partial<Strike> = {}) =>
    ({ id, jurorId, state: 'draft', ruling: 'pending', ...given }) as Strike
  const strikes = [
    strike('other', 'b'),
    strike('withdrawn', 'a', { state: 'withdrawn' }),
    strike('denied', 'a', { state: 'ruled', ruling: 'denied' }),
  ]
  const find = (all: Strike[], given: Partial<ReturnType<typeof emptyDraft>> = {}, ownId?: string) =>
    findBlocking({ ...emptyDraft('a'), ...given }, all, ownId)?.id
  expect(find(strikes)).toBeUndefined()
  const withLive = [...strikes, strike('live', 'a')]
  expect(find(withLive)).toBe('live')
  expect(find(withLive, {}, 'live')).toBeUndefined()
  expect(find(withLive, { madeBy: 'opposing' })).toBeUndefined()
  expect(find(withLive, { madeBy: 'court' })).toBeUndefined()
  expect(find([strike('theirs', 'a', { madeBy: 'opposing', state: 'exercised' })])).toBe('theirs')
})
