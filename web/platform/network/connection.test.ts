import { expect, test } from 'vitest'
import { connectionMessage, toConnection } from './connection.ts'

test.each(['slow-2g', '2g', '3g'])('%s is slow', (effectiveType) => {
  const connection = toConnection(true, { effectiveType, downlink: 10 })
  expect(connectionMessage(connection)).toBe(`Slow connection detected (${effectiveType}). Loading may be delayed.`)
})

test('so is a downlink under 1.5, and 1.5 is not', () => {
  expect(toConnection(true, { effectiveType: '4g', downlink: 1.49 }).isSlowConnection).toBe(true)
  expect(toConnection(true, { effectiveType: '4g', downlink: 1.5 }).isSlowConnection).toBe(false)
})

test('the banner names the type that the browser tells, also where the downlink alone is slow', () => {
  const connection = toConnection(true, { effectiveType: '4g', downlink: 1.4 })
  expect(connectionMessage(connection)).toBe('Slow connection detected (4g). Loading may be delayed.')
})

test('offline is told as offline, however slow it was', () => {
  const connection = toConnection(false, { effectiveType: '2g' })
  expect(connection.isSlowConnection).toBe(false)
  expect(connectionMessage(connection)).toBe("You're offline. Some features may not work.")
})

test('a browser that knows nothing about its network says nothing', () => {
  expect(connectionMessage(toConnection(true, undefined))).toBeNull()
})

test('keeps what the browser tells: type, effective type, downlink and round trip', () => {
  expect(toConnection(true, { type: 'wifi', effectiveType: '4g', downlink: 10, rtt: 50 })).toEqual({
    isOnline: true,
    isSlowConnection: false,
    connectionType: 'wifi',
    effectiveType: '4g',
    downlink: 10,
    rtt: 50,
  })
})
