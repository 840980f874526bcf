import { expect, test } from 'vitest'
import { connectionMessage, toConnection } from './connection.ts'

test.each(['slow-2g', '2g', '3g'])('%s is slow', (effectiveType) => {
  const connection = toConnection(true, { effectiveType, downlink: 10 })
  expect(connectionMessage(connection)).toBe(`Slow connection detected (${effectiveType}). Loading may be delayed.`)
})

test("a downlink under 1.5 is slow, and 1.5 isn't", () => {
  expect(toConnection(true, { effectiveType: '4g', downlink: 1.49 }).isSlowConnection).toBe(true)
  expect(toConnection(true, { effectiveType: '4g', downlink: 1.5 }).isSlowConnection).toBe(false)
})

test("the banner names the browser's connection type, even if only the downlink is slow", () => {
  const connection = toConnection(true, { effectiveType: '4g', downlink: 1.4 })
  expect(connectionMessage(connection)).toBe('Slow connection detected (4g). Loading may be delayed.')
})

test('shows offline as offline, however slow it was', () => {
  const connection = toConnection(false, { effectiveType: '2g' })
  expect(connection.isSlowConnection).toBe(false)
  expect(connectionMessage(connection)).toBe("You're offline. Some features may not work.")
})

test("shows nothing if the browser doesn't know its network", () => {
  expect(connectionMessage(toConnection(true, undefined))).toBeNull()
})

test("keeps the browser's type, effective type, downlink, and round trip", () => {
  expect(toConnection(true, { type: 'wifi', effectiveType: '4g', downlink: 10, rtt: 50 })).toEqual({
    isOnline: true,
    isSlowConnection: false,
    connectionType: 'wifi',
    effectiveType: '4g',
    downlink: 10,
    rtt: 50,
  })
})
