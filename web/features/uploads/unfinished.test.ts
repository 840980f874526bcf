import { expect, test } from 'vitest'
import { makeFingerprint, listUnfinished, previousFor } from './unfinished.ts'

function storageWith(entries: Record<string, string>) {
  const keys = Object.keys(entries)
  return {
    length: keys.length,
    key: (index: number) => keys[index] ?? null,
    getItem: (key: string) => entries[key] ?? null,
  }
}

test('finds uploads by their stored key, even with bars in the name', () => {
  const file = new File(['x'], 'panel|b.mp4', { lastModified: 5 })
  const key = `tus::${makeFingerprint(file, 'me')}::42`
  const storage = storageWith({
    [key]: JSON.stringify({ creationTime: 'Sun Nov 01 2026', metadata: { filename: 'panel|b.mp4', caseId: 'c1' } }),
    theme: 'dark',
    'tus::other|1::2': '{}',
  })
  const found = { key, name: 'panel|b.mp4', sizeBytes: 1, startedAt: 'Sun Nov 01 2026', caseId: 'c1' }
  expect(listUnfinished('me', storage)).toEqual([found])
  expect(listUnfinished('you', storage)).toEqual([])
})

test("doesn't resume one case's upload into another", () => {
  const upload = (creationTime: string, caseId?: string) => ({ creationTime, metadata: { ...(caseId && { caseId }) } })
  const [older, newer] = [
    upload('Wed Nov 18 2026 10:00:00 GMT+0000', 'a'),
    upload('Fri Nov 20 2026 09:00:00 GMT+0000', 'a'),
  ]
  const loose = upload('Thu Nov 19 2026 09:00:00 GMT+0000')
  expect(previousFor([older, newer], 'b')).toBeUndefined()
  expect(previousFor([older, newer], null)).toBeUndefined()
  expect(previousFor([older, newer, loose], 'a')).toBe(newer)
  expect(previousFor([newer, loose], 'b')).toBe(loose)
})
