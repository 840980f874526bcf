import { expect, test } from 'vitest'
import { checkDraft, emptyDraft, toFields } from './draft.ts'

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
