import { expect, test } from 'vitest'
import { fingerprintOf, listUnfinished } from './unfinished.ts'

function storageWith(entries: Record<string, string>) {
  const keys = Object.keys(entries)
  return {
    length: keys.length,
    key: (index: number) => keys[index] ?? null,
    getItem: (key: string) => entries[key] ?? null,
  }
}

test('finds uploads by the key under which they are kept, also with bars in the name', () => {
  const file = new File(['x'], 'panel|b.mp4', { lastModified: 5 })
  const key = `tus::${fingerprintOf(file)}::42`
  const storage = storageWith({
    [key]: JSON.stringify({ creationTime: 'Sun Nov 01 2026' }),
    theme: 'dark',
    'tus::other|1::2': '{}',
  })
  expect(listUnfinished(storage)).toEqual([{ key, name: 'panel|b.mp4', sizeBytes: 1, startedAt: 'Sun Nov 01 2026' }])
})
