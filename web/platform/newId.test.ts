import { expect, test } from 'vitest'
import { Id } from '#contract/endpoint.ts'
import { newId } from './newId.ts'

test('generates unique UUIDs', () => {
  const ids = Array.from({ length: 1000 }, newId)
  for (const id of ids) expect(Id.safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(1000)
})
