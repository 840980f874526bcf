import { expect, test } from 'vitest'
import { oneTimeToken, safeNext, signInHref } from './next.ts'

const origin = 'https://venire.example'

test.each(['/videos', '/cases?new=true', '/videos/0192?t=12.5#findings'])('returns to %s', (next) => {
  expect(safeNext(next, origin)).toBe(next)
})

test.each([
  undefined,
  7,
  '',
  'videos',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
])('%j leads to the dashboard instead of another site', (next) => {
  expect(safeNext(next, origin)).toBe('/dashboard')
})

test('the sign-in link remembers the destination', () => {
  expect(signInHref('/dashboard')).toBe('/sign-in')
  expect(signInHref('/videos?q=a&b')).toBe('/sign-in?next=%2Fvideos%3Fq%3Da%26b')
})

test('ignores a malformed token', () => {
  expect(oneTimeToken('x'.repeat(43))).toBe('x'.repeat(43))
  expect(oneTimeToken('x'.repeat(19))).toBeUndefined()
  expect(oneTimeToken('x'.repeat(101))).toBeUndefined()
  expect(oneTimeToken(undefined)).toBeUndefined()
})
