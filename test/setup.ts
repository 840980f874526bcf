import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A stray console.error is a fault that nobody looked at: it fails the test that caused it. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  expect(calls, 'a test must not write to console.error').toEqual([])
})
