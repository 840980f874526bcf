import { afterEach, expect, test, vi } from 'vitest'
import {
  addAct,
  allowAct,
  type CourtAct,
  dropAct,
  isUntouched,
  type Outcome,
  parseQueue,
  type Queued,
  type QueueChange,
  replayQueue,
  markTried,
  dropSubject,
} from './courtQueue.ts'
import { formerQueueKey, listQueuedSessions, type Owner, queueKey } from './keptSessions.ts'
import { openQueue } from './storedQueue.ts'

afterEach(() => vi.unstubAllGlobals())

const said = (eventId: string, strikeId = `strike-${eventId}`): CourtAct => ({
  kind: 'said',
  eventId,
  exerciseId: `${eventId}-x`,
  at: '2026-03-14T10:00:00.000Z',
  jurorId: 'j',
  jurorNumber: '7',
  strikeId,
  madeBy: 'us',
  strikeKind: 'peremptory',
  target: 'regular',
  defendant: null,
  courtAllowed: '',
})
const undo = (eventId: string, strikeId: string): CourtAct => ({
  kind: 'undo',
  eventId,
  at: '2026-03-14T10:00:05.000Z',
  jurorId: 'j',
  jurorNumber: '7',
  strikeId,
  version: 1,
})
const waiting = (...acts: CourtAct[]): Queued[] =>
  acts.map((act) => ({ act, problem: null, mayAllow: false, isTried: false, isSent: false }))

async function replay(
  queue: readonly Queued[],
  answers: Record<string, Outcome> = {},
  meanwhile: Record<string, QueueChange> = {},
) {
  const sent: string[] = []
  let left = queue
  const change = (by: QueueChange) => (left = by(left))
  await replayQueue(
    () => left,
    async ({ eventId }) => {
      sent.push(eventId)
      change(markTried(eventId))
      const act = meanwhile[eventId]
      if (act) change(act)
      return answers[eventId] ?? { kind: 'sent' }
    },
    change,
  )
  return { sent, left }
}

const idsOf = (queue: readonly Queued[], isSent: boolean) =>
  queue.filter((each) => each.isSent === isSent).map(({ act }) => act.eventId)

test('sends queued actions once, in order, and keeps them until the board shows them', async () => {
  const { sent, left } = await replay(waiting(said('a'), said('b'), said('c')))
  expect(sent).toEqual(['a', 'b', 'c'])
  expect([idsOf(left, true), idsOf(left, false)]).toEqual([['a', 'b', 'c'], []])
  expect((await replay(left)).sent).toEqual([])
})

test('actions the board never shows are done when sent', async () => {
  const rating: CourtAct = { kind: 'rate', eventId: 'r', at: '', jurorId: 'j', jurorNumber: '7', lean: 1 }
  expect(await replay(waiting(rating))).toEqual({ sent: ['r'], left: [] })
})

test('a second disconnect keeps that action and all later ones', async () => {
  const { sent, left } = await replay(waiting(said('a'), said('b'), said('c')), { b: { kind: 'unreachable' } })
  expect(sent).toEqual(['a', 'b'])
  expect([idsOf(left, true), idsOf(left, false)]).toEqual([['a'], ['b', 'c']])
})

test('a rejection stays with its message and blocks only what depends on it', async () => {
  const refused = { kind: 'refused', sentence: 'No peremptory challenges remain.', mayAllow: false } as const
  const { sent, left } = await replay(waiting(said('a', 's'), undo('b', 's'), said('c')), { a: refused })
  expect(sent).toEqual(['a', 'c'])
  expect(left.map(({ act, problem, isSent }) => [act.eventId, problem, isSent])).toEqual([
    ['c', null, true],
    ['a', 'No peremptory challenges remain.', false],
    ['b', null, false],
  ])
  expect((await replay(left)).sent).toEqual([])
})

test('removes a strike that never left this device and everything that depends on it', () => {
  expect(dropSubject('s')(waiting(said('a', 's'), undo('b', 's'), said('c'))).map(({ act }) => act.eventId)).toEqual([
    'c',
  ])
})

test('reads stored data again and ignores garbage', () => {
  const queue = waiting(said('a'))
  expect(parseQueue(JSON.stringify(queue))).toEqual(queue)
  for (const text of [null, '', '{', '[{"act":{}}]']) expect(parseQueue(text)).toEqual([])
})

const pass: CourtAct = { kind: 'passed', eventId: 'p', at: '2026-03-14T10:00:00.000Z', side: 'them' }
const drawn: CourtAct = { kind: 'drawn', eventId: 'd', at: pass.at, jurorId: 'j', jurorNumber: '7' }
const undoDraw: CourtAct = { kind: 'undo_step', eventId: 'u', at: pass.at, stepId: 'd' }

test('sends passes and draws in order, and an undo waits for them', async () => {
  const queue = waiting(said('a'), pass, drawn, undoDraw, said('b'))
  expect((await replay(queue)).sent).toEqual(['a', 'p', 'd', 'u', 'b'])
  const refused = { kind: 'refused', sentence: 'Jurors are drawn once.', mayAllow: false } as const
  const { sent, left } = await replay(queue, { d: refused })
  expect(sent).toEqual(['a', 'p', 'd', 'b'])
  expect([idsOf(left, true), idsOf(left, false)]).toEqual([
    ['a', 'p', 'b'],
    ['d', 'u'],
  ])
  expect(idsOf(dropSubject('d')(left), false)).toEqual([])
})

test('sends an out-of-turn strike again once, with leave of court', async () => {
  const refused = { kind: 'refused', sentence: 'It is your side’s turn.', mayAllow: true } as const
  const { left } = await replay(waiting(said('a'), said('b')), { a: refused })
  expect(left.map(({ act, mayAllow }) => [act.eventId, mayAllow])).toEqual([
    ['b', false],
    ['a', true],
  ])
  const again = allowAct('a', 'The court changed the order.')(left)
  const allowed = { ...said('a'), courtAllowed: 'The court changed the order.' }
  expect(again[1]).toEqual({ act: allowed, problem: null, mayAllow: false, isTried: true, isSent: false })
  const { sent, left: taken } = await replay(again)
  expect([sent, idsOf(taken, true)]).toEqual([['a'], ['b', 'a']])
  expect(allowAct('p', 'x')(waiting(pass))).toEqual(waiting(pass))
})

test('reads what an older page stored', () => {
  const {
    defendant: _defendant,
    courtAllowed: _courtAllowed,
    ...old
  } = said('a') as Extract<CourtAct, { kind: 'said' }>
  expect(parseQueue(JSON.stringify([{ act: old, problem: null }]))).toEqual(waiting(said('a')))
})

test('undoes a wrong tap that is already being sent', async () => {
  const queue = waiting(said('a', 's'))
  const { sent, left } = await replay(queue, {}, { a: addAct(undo('b', 's')) })
  expect([sent, idsOf(left, true)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  const lost = await replay(queue, { a: { kind: 'unreachable' } })
  expect([isUntouched(queue, 's'), isUntouched(lost.left, 's'), isUntouched([], 's')]).toEqual([true, false, false])
})

test('an expired export returns 410 before and after its file is destroyed', async () => {
  const queue = waiting(said('a'), said('b', 's'), said('c'))
  const { sent, left } = await replay(queue, {}, { a: dropSubject('s') })
  expect([sent, idsOf(left, true), idsOf(left, false)]).toEqual([['a', 'c'], ['a', 'c'], []])
  const refused = { kind: 'refused', sentence: 'No.', mayAllow: false } as const
  const { left: still } = await replay((await replay(queue, { b: refused })).left, {}, {})
  expect(idsOf((await replay([...still, ...waiting(said('d'))], {}, { d: dropAct('b') })).left, false)).toEqual([])
})

test('lists the sessions of one firm, and those that an earlier version kept', () => {
  const [first, second] = ['firm-a', 'firm-b'].map((firmId) => ({ userId: 'person', firmId })) as [Owner, Owner]
  const keys = [queueKey(first, 's1'), queueKey(second, 's2'), formerQueueKey(first, 's3')]
  const other = queueKey({ ...first, userId: 'another' }, 's4')
  vi.stubGlobal('localStorage', Object.fromEntries([...keys, other].map((key) => [key, '[]'])))
  expect(listQueuedSessions(first)).toEqual(['s1', 's3'])
  expect(listQueuedSessions(second)).toEqual(['s2', 's3'])
})

function keep(stored: Record<string, readonly Queued[]>) {
  const items = new Map(Object.entries(stored).map(([key, queue]) => [key, JSON.stringify(queue)]))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  return () =>
    Object.fromEntries(
      [...items].map(([key, text]) => [key, parseQueue(text).map(({ act, isTried }) => [act.eventId, isTried])]),
    )
}
const owner: Owner = { userId: 'person', firmId: 'firm-a' }
const [ownKey, formerKey] = [queueKey(owner, 's1'), formerQueueKey(owner, 's1')]

test('merges what a tab of an earlier version queued before what this one queued', () => {
  const listKept = keep({
    [formerKey]: waiting(said('a'), said('b')),
    [ownKey]: markTried('b')(waiting(said('b'), said('c'))),
  })
  const { read, store, isKey } = openQueue(owner, 's1', true)
  expect(read().map(({ act }) => act.eventId)).toEqual(['a', 'b', 'c'])
  expect([isKey(ownKey), isKey(formerKey), isKey('court.person.firm-a.s2'), isKey(null)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  store(addAct(said('d')))
  const kept = [
    ['a', false],
    ['b', true],
    ['c', false],
    ['d', false],
  ]
  expect(listKept()).toEqual({ [ownKey]: kept })
  localStorage.setItem(formerKey, JSON.stringify(waiting(said('e'))))
  store((queue) => queue)
  expect(listKept()).toEqual({ [ownKey]: [['e', false], ...kept] })
  store(() => [])
  expect(listKept()).toEqual({})
})

test('leaves what an earlier version queued to the firm that has the session', () => {
  const former = [['a', false]]
  const listKept = keep({ [formerKey]: waiting(said('a')) })
  const other = { ...owner, firmId: 'firm-b' }
  const { read, store } = openQueue(other, 's1', false)
  expect(read()).toEqual([])
  store((queue) => queue)
  expect(listKept()).toEqual({ [formerKey]: former })
  store(addAct(said('b')))
  expect(listKept()).toEqual({ [formerKey]: former, [queueKey(other, 's1')]: [['b', false]] })
  expect(openQueue(owner, 's1', true).read()).toEqual(waiting(said('a')))
})
