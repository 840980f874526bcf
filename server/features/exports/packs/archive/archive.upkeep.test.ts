import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { importsPrefix, markKey } from './archive.mark.ts'
import { cleanUpImports } from './archive.upkeep.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('removes abandoned archives even if one has a damaged mark', async () => {
  const { storage } = at.parts
  const ids = [1, 2, 3].map((each) => `0193a5c0-0000-7000-8000-00000000000${each}`)
  for (const id of ids) await storage.put(`${importsPrefix}${id}.zip`, Buffer.from('zip'), 3)
  await storage.put(markKey(ids[0]!), Buffer.from('{'), 1)
  await expect(cleanUpImports(at.parts)).rejects.toThrow('1 of 3 failed')
  const left = []
  for await (const { key } of storage.list(importsPrefix)) left.push(key)
  expect(left.toSorted()).toEqual([markKey(ids[0]!), `${importsPrefix}${ids[0]!}.zip`])
})
