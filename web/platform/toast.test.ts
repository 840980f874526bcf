import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows one toast at a time: the newest', () => {
  const store = createToastStore()
  store.add({ title: 'Upload Started' })
  store.add({ title: 'Video Deleted' })
  expect(store.list().map(({ title, open }) => [title, open])).toEqual([['Video Deleted', true]])
})

test('a dismissed toast closes at once and is removed after 1,000,000 ms', () => {
  const store = createToastStore()
  const { dismiss } = store.add({ title: 'Data Refreshed' })
  dismiss()
  expect(store.list()[0]?.open).toBe(false)
  vi.advanceTimersByTime(999_999)
  expect(store.list()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(store.list()).toHaveLength(0)
})

test("a replaced toast's timer doesn't remove its successor", () => {
  const store = createToastStore()
  store.add({ title: 'first' }).dismiss()
  store.add({ title: 'second' })
  vi.advanceTimersByTime(2_000_000)
  expect(store.list().map(({ title }) => title)).toEqual(['second'])
  expect(vi.getTimerCount()).toBe(0)
})

test('notifies listeners of every change until they unsubscribe', () => {
  const store = createToastStore()
  const listener = vi.fn<() => void>()
  const leave = store.subscribe(listener)
  store.add({ title: 'one' }).dismiss()
  leave()
  store.add({ title: 'two' })
  expect(listener).toHaveBeenCalledTimes(2)
})
