import { expect, test } from 'vitest'
import type { Export } from '#contract/exports/exports.ts'
import { describeEnd, makeKey, listLinkableFilms } from './FilmField.tsx'

const film = (given: object) =>
  ({ type: 'mp4', status: 'ready', hasPassword: false, may: { share: true }, ...given }) as unknown as Export

test('offers films that are ready, play in a browser, and can be shared', () => {
  const good = film({ id: 'a' })
  const others = [film({ type: 'csv' }), film({ status: 'expired' }), film({ hasPassword: true })]
  expect(listLinkableFilms([...others, good, film({ may: { share: false } })])).toEqual([good])
})

test('a link expires after its hours and never after its film', () => {
  const now = Date.UTC(2026, 0, 1)
  expect(describeEnd({ expiresAt: null }, '24', now)).toBe('2026-01-02T00:00:00.000Z')
  expect(describeEnd({ expiresAt: '2026-01-01T06:00:00.000Z' }, '24', now)).toBe('2026-01-01T06:00:00.000Z')
  expect(describeEnd({ expiresAt: '2026-01-05T06:00:00.000Z' }, '24', now)).toBe('2026-01-02T00:00:00.000Z')
})

test("a new film, password, or expiry makes a new link; other changes don't", () => {
  const choice = { open: 'a', address: '', password: '', expiry: '24' }
  expect(makeKey({ ...choice, address: 'x' })).toBe(makeKey(choice))
  for (const change of [{ open: 'b' }, { password: 'p' }, { expiry: '48' }])
    expect(makeKey({ ...choice, ...change })).not.toBe(makeKey(choice))
})
