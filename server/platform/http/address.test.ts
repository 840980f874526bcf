import { expect, test } from 'vitest'
import { getAddressKey } from './address.ts'

test('keeps IPv4 addresses apart, mapped or not', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.8'].map(getAddressKey)).toEqual([
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.8',
  ])
})

test('counts an IPv6 /64 as one address', () => {
  const one = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:3::4']
  expect(new Set(one.map(getAddressKey))).toEqual(new Set(['2001:db8:1:2::/64']))
  expect(getAddressKey('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(getAddressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(getAddressKey('::1')).toBe('0:0:0:0::/64')
  expect(getAddressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
