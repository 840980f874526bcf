import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './queryClient.ts'

const client = createQueryClient(() => {})
beforeEach(() => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
  client.mount()
})
afterEach(() => {
  client.clear()
  client.unmount()
  environmentManager.setIsServer(() => true)
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

test("data never goes stale, isn't polled, and a failure isn't retried", async () => {
  let reads = 0
  const read = { queryKey: ['read'], queryFn: () => Promise.resolve((reads += 1)) }
  new QueryObserver(client, read).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(3_600_000)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  new QueryObserver(client, read).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads).toBe(1)

  let tries = 0
  const failing = { queryKey: ['failing'], queryFn: () => Promise.reject(new Error(`try ${(tries += 1)}`)) }
  new QueryObserver(client, failing).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(tries).toBe(1)
})
