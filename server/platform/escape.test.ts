import { expect, test } from 'vitest'
import { inert } from './escape.ts'

test('a cell holds no formula, whether commas or semicolons separate cells', () => {
  const formulas = ['=1+1', ' =1+1', '@SUM(1)', '＝1+1', 'a;=1+1', 'a; =1+1;b', 'a;-1+1', 'a;@SUM(1)', 'a;＝1+1', 'a;"=1+1;"', 'a\n=1+1;b'] // prettier-ignore
  const split = formulas.flatMap((each) => inert(each).split(/[;\n]/))
  expect(split.filter((each) => /^[\s"]*[=+\-@|＋－＠＝]/.test(each))).toEqual([])
  const plain = ['yes; no', 'yes; - no', 'Items:\n- one\n- two', 'a = b', 'x; y = z', '5; 6']
  expect(plain.map(inert)).toEqual(plain)
  expect(inert('\n'.repeat(500_000))).toHaveLength(500_001)
  expect([inert(-1), inert(null)]).toEqual([-1, null])
})
