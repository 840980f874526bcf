import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unzipSync } from 'fflate'
import { makeFolder } from '#engine/media/media.factory.ts'
import { runInThread } from '../../core/thread.ts'
import type { TableWork } from './table.thread.ts'

test('writes no cell that Excel calls damaged and marks truncated text; CSV has all of it', async () => {
  await using folder = await makeFolder()
  const long = `${'word '.repeat(7000)}🐕 the end`
  const table = { name: 'Transcript', columns: [{ title: 'Text', widthChars: 90 }], rows: [[long], ['short']] }
  const write = async (type: 'csv' | 'xlsx') => {
    const out = join(folder.path, type)
    const work: TableWork = { table, type, password: null, out, plain: '' }
    await runInThread(new URL('./table.thread.ts', import.meta.url), work, () => {}, new AbortController().signal)
    return readFile(out)
  }
  const strings = Buffer.from(unzipSync(await write('xlsx'))['xl/sharedStrings.xml']!).toString()
  const cells = [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text!)
  expect(cells.map(({ length }) => length)).toEqual([4, 32_767, 5])
  expect(cells[1]).toMatch(/^word word .* … \[Truncated at /)
  expect((await write('csv')).toString()).toContain('🐕 the end')
})
