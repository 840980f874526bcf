import { array, assert, boolean, constant, constantFrom, nat, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { selectionSides, strikeTargets } from '#contract/strikes/selection.ts'
import { countRemainingBoth, remaining, type SpendingState } from './budget.ts'

type Strike = SpendingState['strikes'] extends ReadonlyMap<string, infer One> ? One : never

const defendants = ['First', 'Second']
const budget = record({ regular: nat(12), alternates: nat(4) })
const shares = record({ side: constantFrom(...selectionSides), each: nat(4), defendants: constant(defendants) })
const setups = record({
  budget: record({ us: budget, them: budget }),
  alternatesApart: boolean(),
  eachDefendant: option(shares),
})
const strikes = array(
  record<Strike>({
    kind: constantFrom('cause', 'peremptory'),
    side: constantFrom(...selectionSides),
    isSpent: boolean(),
    target: constantFrom(...strikeTargets),
    defendant: option(constantFrom(...defendants)),
  }),
  { maxLength: 30 },
)
const toState = (setup: SpendingState['setup'], list: readonly Strike[]): SpendingState => ({
  setup,
  strikes: new Map(list.map((each, index) => [`s${index}`, each])),
})

test('remaining plus used challenges always equals the budget', () => {
  assert(
    property(setups, strikes, constantFrom(...selectionSides), (setup, list, side) => {
      const { allowed, used, left, excess } = remaining(toState(setup, list), side)
      for (const target of strikeTargets) {
        expect(left[target]).toBeGreaterThanOrEqual(0)
        expect(left[target] - excess[target]).toBe(allowed[target] - used[target])
        expect(left[target] * excess[target]).toBe(0)
      }
      const { regular, alternates } = setup.budget[side]
      const whole = regular + alternates
      expect(allowed).toEqual(
        setup.alternatesApart ? { regular, alternate: alternates } : { regular: whole, alternate: whole },
      )
    }),
  )
})

test("counts only the side's own spent peremptories, in any order", () => {
  assert(
    property(setups, strikes, constantFrom(...selectionSides), (setup, list, side) => {
      const own = list.filter((each) => each.kind === 'peremptory' && each.isSpent && each.side === side)
      const found = remaining(toState(setup, list), side)
      expect(found).toEqual(remaining(toState(setup, own), side))
      expect(found).toEqual(remaining(toState(setup, list.toReversed()), side))
      const counted = setup.alternatesApart ? found.used.regular + found.used.alternate : found.used.regular
      expect(counted).toBe(own.length)
    }),
  )
})

test('a spent peremptory reduces only its own target and side', () => {
  assert(
    property(
      setups,
      strikes,
      constantFrom(...selectionSides),
      constantFrom(...strikeTargets),
      (setup, list, side, target) => {
        const other = side === 'us' ? 'them' : 'us'
        const next: Strike = { kind: 'peremptory', side, isSpent: true, target, defendant: null }
        const [before, after] = [toState(setup, list), toState(setup, [...list, next])]
        const [left, now] = [remaining(before, side).left[target], remaining(after, side).left[target]]
        expect(now).toBe(Math.max(0, left - 1))
        expect(remaining(after, other)).toEqual(remaining(before, other))
        expect(countRemainingBoth(after, target)).toBe(countRemainingBoth(before, target) - (left - now))
      },
    ),
  )
})

test('individual challenges are used by their defendant alone', () => {
  assert(
    property(shares, strikes, constantFrom(...defendants), setups, (own, list, defendant, setting) => {
      const setup = { ...setting, eachDefendant: own }
      const next: Strike = { kind: 'peremptory', side: own.side, isSpent: true, target: 'regular', defendant }
      const before = remaining(toState(setup, list), own.side)
      const after = remaining(toState(setup, [...list, next]), own.side)
      expect(after.joint).toBe(before.joint)
      expect(after.defendants).toEqual(
        before.defendants.map((each) =>
          each.defendant === defendant ? { ...each, left: Math.max(0, each.left - 1) } : each,
        ),
      )
    }),
  )
})
