import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#engine/media/media.factory.ts'
import { openFencedFolder } from './folders.ts'

async function openAmong(root: string, existing: string[], own: string): Promise<string[]> {
  for (const name of existing) {
    await mkdir(join(root, name))
    await writeFile(join(root, name, 'made'), name)
  }
  await openFencedFolder(join(root, own))
  const found = []
  for (const name of (await readdir(root)).toSorted())
    found.push(`${name}: ${await readFile(join(root, name, 'made'), 'utf8').catch(() => 'empty')}`)
  return found
}

test("a claim takes over the previous claim's folder and deletes older ones", async () => {
  await using root = await makeFolder()
  expect(await openAmong(root.path, ['run-1', 'run-2', 'run-3', 'other-2'], 'run-4')).toEqual([
    'other-2: other-2',
    'run-4: run-3',
  ])
})

test('a claim starts over if the previous claim was on another machine', async () => {
  await using root = await makeFolder()
  expect(await openAmong(root.path, ['run-2', 'run-5'], 'run-4')).toEqual(['run-4: empty', 'run-5: run-5'])
})
