import { expect, test } from 'vitest'
import { type CourtAct, type Queued, dropShownActs } from './courtQueue.ts'

const pass = (eventId: string): CourtAct => ({ kind: 'passed', eventId, at: '', side: 'us' })
const undo: CourtAct = { kind: 'undo_step', eventId: 'u', at: '', stepId: 'a' }
const strike: CourtAct = {
  ...{ kind: 'said', eventId: 's', exerciseId: 'x', at: '', jurorId: 'j', jurorNumber: '7', strikeId: 'id' },
  ...{ madeBy: 'us', strikeKind: 'peremptory', target: 'regular', defendant: null, courtAllowed: '' },
}
const queued = (act: CourtAct, isSent = true): Queued => ({
  act,
  problem: null,
  mayAllow: false,
  isTried: false,
  isSent,
})
const left = (queue: Queued[], events: string[], undoneSteps: string[] = []) =>
  dropShownActs(queue, { events, undoneSteps }).map(({ act }) => act.eventId)

test('sent actions stay until the board shows them, and queued ones stay anyway', () => {
  const queue = [queued(pass('a')), queued(pass('b')), queued(pass('c'), false)]
  expect(left(queue, [])).toEqual(['a', 'b', 'c'])
  expect(left(queue, ['a'])).toEqual(['b', 'c'])
  expect(left(queue, ['a', 'b', 'c'])).toEqual(['c'])
  expect(dropShownActs(queue, undefined)).toEqual(queue)
})

test('an action whose answer was lost stays only until the board shows it', () => {
  const tried = { ...queued(pass('a'), false), isTried: true, problem: 'This session is locked.' }
  const queue = [tried, queued(pass('b'), false)]
  expect(left(queue, [])).toEqual(['a', 'b'])
  expect(left(queue, ['a'])).toEqual(['b'])
})

test('a board that shows one action shows all earlier ones', () => {
  expect(left([queued(pass('a')), queued(pass('b')), queued(pass('c'))], ['b'])).toEqual(['c'])
})

test('matches our strike by its exercise, theirs by its record, and an undone step by its step', () => {
  expect(left([queued(strike)], ['s'])).toEqual(['s'])
  expect(left([queued(strike)], ['x'])).toEqual([])
  expect(left([queued({ ...strike, madeBy: 'opposing' })], ['s'])).toEqual([])
  expect(left([queued(undo)], ['a'])).toEqual(['u'])
  expect(left([queued(undo)], [], ['a'])).toEqual([])
})
