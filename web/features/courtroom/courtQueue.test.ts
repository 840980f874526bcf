import { expect, test } from 'vitest'
import { type CourtAct, type Outcome, parseQueue, type Queued, replayQueue, withoutStrike } from './courtQueue.ts'

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
const waiting = (...acts: CourtAct[]): Queued[] => acts.map((act) => ({ act, problem: null }))

async function replay(queue: readonly Queued[], answers: Record<string, Outcome> = {}) {
  const sent: string[] = []
  const left = await replayQueue(
    queue,
    async (act) => {
      sent.push(act.eventId)
      return answers[act.eventId] ?? { kind: 'sent' }
    },
    () => {},
  )
  return { sent, left }
}

test('what waits is sent once each, in order', async () => {
  expect(await replay(waiting(said('a'), said('b'), said('c')))).toEqual({ sent: ['a', 'b', 'c'], left: [] })
})

test('a line that is away again keeps that act and all later ones', async () => {
  const { sent, left } = await replay(waiting(said('a'), said('b'), said('c')), { b: { kind: 'unreachable' } })
  expect(sent).toEqual(['a', 'b'])
  expect(left.map(({ act }) => act.eventId)).toEqual(['b', 'c'])
})

test('a refusal stays with its sentence and holds what followed from it, and nothing else', async () => {
  const refused = { kind: 'refused', sentence: 'No peremptory challenges remain.' } as const
  const { sent, left } = await replay(waiting(said('a', 's'), undo('b', 's'), said('c')), { a: refused })
  expect(sent).toEqual(['a', 'c'])
  expect(left.map(({ act, problem }) => [act.eventId, problem])).toEqual([
    ['a', 'No peremptory challenges remain.'],
    ['b', null],
  ])
  // Nothing refused is sent again by itself.
  expect((await replay(left)).sent).toEqual([])
})

test('a strike that never left this device goes with all that followed from it', () => {
  expect(withoutStrike(waiting(said('a', 's'), undo('b', 's'), said('c')), 's').map(({ act }) => act.eventId)).toEqual([
    'c',
  ])
})

test('what storage holds is read again, and rubbish counts as nothing', () => {
  const queue = waiting(said('a'))
  expect(parseQueue(JSON.stringify(queue))).toEqual(queue)
  for (const text of [null, '', '{', '[{"act":{}}]']) expect(parseQueue(text)).toEqual([])
})
