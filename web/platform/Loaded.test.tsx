import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ReadNotice, Select } from '#web/ui/kit.ts'
import { together } from './Loaded.tsx'

const read = <T,>(state: { data?: T; error?: Error; isFetching?: boolean }) => ({
  data: state.data,
  error: state.error ?? null,
  isFetching: state.isFetching ?? false,
  refetch: vi.fn(),
})
const fault = new Error('500: The disk is gone.')

test('several reads are ready when all are, and a retry repeats only failed ones', () => {
  const [there, lost, waiting] = [
    read({ data: [1] }),
    read<string>({ error: fault }),
    read<number>({ isFetching: true }),
  ]
  expect(together(there, read({ data: 'a' })).data).toEqual([[1], 'a'])
  const all = together(there, lost, waiting)
  expect(all).toMatchObject({ data: undefined, error: fault, isFetching: false })
  all.refetch()
  expect([there, lost, waiting].map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 0])
  expect(together(read({ data: 1, error: fault })).error).toBeNull()
})

test('an additional read is silent at first, failed with a retry button, or ready', () => {
  const shown = (state: Parameters<typeof read>[0]) =>
    renderToStaticMarkup(<ReadNotice of={read(state)} what="Seats" />)
  expect(shown({})).toBe('')
  expect(shown({ error: fault })).toMatch(/Seats failed to load\. 500: The disk is gone\..*Try again/s)
  expect(shown({ data: [], error: fault })).toBe('')
})

test('a menu offers nothing, not even its empty option, until its options load', () => {
  const shown = (state: Parameters<typeof read>[0]) =>
    renderToStaticMarkup(
      <Select label="Case" placeholder="No case" read={read(state)} options={[]} value="" onChange={() => {}} />,
    )
  expect(shown({})).toMatch(/<select[^>]*disabled.*Loading…/s)
  expect(shown({})).not.toContain('No case')
  expect(shown({ error: fault })).toMatch(/500: The disk is gone\..*Try again/s)
  expect(shown({ data: [] })).toContain('No case')
  expect(shown({ data: [] })).not.toMatch(/<select[^>]* disabled=/)
})
