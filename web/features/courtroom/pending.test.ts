import { expect, test } from 'vitest'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { SelectionSetup } from '#contract/strikes/selection.ts'
import { replay } from '#law/selection/replay.ts'
import type { Queued } from './courtQueue.ts'
import {
  applyQueueToBudgets,
  applyQueueToHands,
  applyQueueToPresence,
  listMarks,
  applyQueueToSelection,
  getVersionAfterQueue,
} from './pending.ts'

const meter = { total: 10, used: 9, remaining: 1 }
const budgets = {
  us: { regular: meter, alternates: { total: 1, used: 0, remaining: 1 } },
  them: { regular: meter, alternates: { total: 1, used: 0, remaining: 1 } },
  separate: true,
}
const said = (patch: object, problem: string | null = null): Queued => ({
  act: {
    kind: 'said',
    eventId: 'e',
    exerciseId: 'x',
    at: '',
    jurorId: 'j1',
    jurorNumber: '1',
    strikeId: 's',
    madeBy: 'us',
    strikeKind: 'peremptory',
    target: 'regular',
    defendant: null,
    courtAllowed: '',
    ...patch,
  },
  problem,
  mayAllow: false,
  isTried: false,
  isSent: false,
})

test('counts queued strikes as used, on their side and target', () => {
  const found = applyQueueToBudgets({ budgets, strikes: [] }, [
    said({}),
    said({ madeBy: 'opposing', target: 'alternate' }),
    said({ strikeKind: 'cause' }),
  ])
  expect(found?.us.regular).toEqual({ total: 10, used: 10, remaining: 0 })
  expect(found?.them.regular).toEqual(meter)
  expect(found?.them.alternates).toEqual({ total: 1, used: 1, remaining: 0 })
})

test("marks rejected strikes and doesn't count them", () => {
  const queue = [said({}, 'No peremptory challenges remain.')]
  expect(applyQueueToBudgets({ budgets, strikes: [] }, queue)).toEqual(budgets)
  expect(listMarks(queue)).toEqual(new Map([['j1', 'Not recorded']]))
  expect(listMarks([said({})])).toEqual(new Map([['j1', 'Not sent yet']]))
})

test("doesn't count a strike undone while offline", () => {
  const undo: Queued['act'] = {
    kind: 'undo',
    eventId: 'u',
    at: '',
    jurorId: 'j1',
    jurorNumber: '1',
    strikeId: 's',
    version: 0,
  }
  expect(applyQueueToBudgets({ budgets, strikes: [] }, [said({}), { ...said({}), act: undo }])).toEqual(budgets)
})

test('a second ruling on a strike applies after the first', () => {
  const rule = (strikeId: string, problem: string | null = null): Queued => {
    const words = { ruling: 'reserved', judgeWords: '', remedy: null, remedyRestored: false } as const
    const act: Queued['act'] = {
      ...{ kind: 'rule', eventId: 'r', at: '', jurorId: 'j1', jurorNumber: '1', strikeId, version: 4 },
      ...words,
    }
    return { ...said({}, problem), act }
  }
  const strike = { id: 's', version: 4 }
  expect(getVersionAfterQueue(strike, [])).toBe(4)
  expect(getVersionAfterQueue(strike, [rule('s'), rule('other'), rule('s', 'No.')])).toBe(5)
})

test('returns no budget if there is none', () => {
  expect(applyQueueToBudgets({ budgets: null, strikes: [] }, [said({})])).toBeNull()
})

const setup: SelectionSetup = {
  method: 'strike_and_replace',
  jurySize: 2,
  alternates: 0,
  budget: { us: { regular: 3, alternates: 0 }, them: { regular: 3, alternates: 0 } },
  eachDefendant: null,
  alternatesApart: false,
  backStrikes: false,
  replacements: 'in_order',
  turns: { kind: 'alternate', first: 'us', each: 1, passesToEnd: 2 },
  jurors: ['1', '2', '3', '4'].map((number) => ({ id: `j${number}`, number })),
}
const pass: Queued = {
  act: { kind: 'passed', eventId: 'p', at: '', side: 'them' },
  problem: null,
  mayAllow: false,
  isTried: false,
  isSent: false,
}

test('turn, box, and removed jurors follow queued actions but not rejected ones', () => {
  const board = { selection: { setup, events: [] }, strikes: [] }
  const stateWith = (...queue: Queued[]) => {
    const { setup: given, events } = applyQueueToSelection(board, queue)!
    return replay(given, events)
  }
  expect(stateWith().turn).toBe('us')
  expect(stateWith(said({})).turn).toBe('them')
  expect(stateWith(said({}), pass).turn).toBe('us')
  expect(stateWith(said({})).members).toEqual(['j3', 'j2'].toSorted())
  expect(stateWith(said({}, 'It is the opposing side’s turn.')).turn).toBe('us')
  expect(applyQueueToSelection({ selection: null, strikes: [] }, [pass])).toBeNull()
})

test('sent actions count while offline, and an undone pass is gone for everyone', () => {
  const sent = { ...said({}), isSent: true }
  expect(applyQueueToBudgets({ budgets, strikes: [] }, [sent])?.us.regular.used).toBe(10)
  expect(listMarks([sent])).toEqual(new Map())
  const undo: Queued = { ...pass, act: { kind: 'undo_step', eventId: 'u', at: '', stepId: 'p' } }
  const theirs = { kind: 'passed', side: 'them', stepId: 'p' } as const
  const ours = { ...theirs, side: 'us', stepId: 'q' } as const
  const eventsWith = (events: (typeof theirs | typeof ours)[], ...queue: Queued[]) =>
    applyQueueToSelection({ selection: { setup, events }, strikes: [] }, queue)?.events
  expect(eventsWith([ours], pass)).toEqual([ours, theirs])
  expect(eventsWith([ours], { ...pass, isSent: true }, undo)).toEqual([ours])
  expect(eventsWith([ours, theirs], undo)).toEqual([ours])
})

test('a queued prepared strike counts against its seats', () => {
  const strikes = [{ id: 's', kind: 'peremptory', target: 'alternate' }] as Parameters<
    typeof applyQueueToBudgets
  >[0]['strikes']
  const exercise = { kind: 'exercise', version: 1, move: 'exercise' } as const
  const found = applyQueueToBudgets({ budgets, strikes }, [said(exercise)])
  expect([found?.us.regular, found?.us.alternates.used]).toEqual([meter, 1])
})

test('counts a hand that isn’t sent yet, unless the viewer sees no hands', () => {
  const raised: Queued = {
    ...said({}),
    act: { kind: 'note', eventId: 'n', at: '', jurorId: 'j1', jurorNumber: '1', noteKind: 'hand', text: 'Raised hand' },
  }
  const juror: Omit<BoardJuror, 'id' | 'hands'> = {
    ...{ number: '1', name: null, seat: null, orderIndex: 0, status: 'in_venire', occupation: '', lean: null },
    ...{ quote: null, worst: { confirmed: null, suggested: null } },
  }
  const count = (hands: number | null) =>
    applyQueueToHands(
      [
        { ...juror, id: 'j1', hands },
        { ...juror, id: 'j2', hands },
      ],
      [raised, raised],
    ).map((each) => each.hands)
  expect(count(1)).toEqual([3, 1])
  expect(count(null)).toEqual([null, null])
})

test('shows a no-show before it is sent, and not once it was refused', () => {
  const mark = (status: 'no_show' | 'reinstated', problem: string | null = null): Queued => ({
    ...said({}, problem),
    act: { kind: 'presence', eventId: status, at: '', jurorId: 'j1', jurorNumber: '1', status },
  })
  const juror: BoardJuror = {
    ...{ id: 'j1', number: '1', name: null, seat: null, orderIndex: 0, status: 'seated', occupation: '', lean: null },
    ...{ quote: null, worst: { confirmed: null, suggested: null }, hands: null },
  }
  const find = (...queue: Queued[]) => applyQueueToPresence([juror], queue)[0]?.status
  expect([find(), find(mark('no_show')), find(mark('no_show', 'Refused.'))]).toEqual(['seated', 'no_show', 'seated'])
  expect(find(mark('no_show'), mark('reinstated'))).toBe('in_venire')
  const outOf = (...queue: Queued[]) => {
    const { setup: given, events } = applyQueueToSelection({ selection: { setup, events: [] }, strikes: [] }, queue)!
    return replay(given, events).out.get('j1')
  }
  expect([outOf(mark('no_show')), outOf(mark('no_show'), mark('reinstated'))]).toEqual(['no_show', undefined])
})
