import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder } from '#engine/media/media.factory.ts'
import { runInThread } from './thread.ts'

const child = new URL('./thread.ts', import.meta.url).href
const script = `
  import { threadId } from 'node:worker_threads'
  import { serveThread } from '${child}'
  serveThread(async (data, progress) => {
    progress({ fraction: 0, step: String(threadId) })
    if (data === 'fail') throw new Error('There is no room.')
    if (data === 'hang') await new Promise(() => {})
  })`

test('reuses a thread for the next file unless it failed or was stopped', async () => {
  await using folder = await makeFolder()
  const path = join(folder.path, 'thread.mjs')
  await writeFile(path, script)
  const threads: string[] = []
  const run = (data: string, controller = new AbortController()) =>
    runInThread(
      pathToFileURL(path),
      data,
      ({ step }) => {
        threads.push(step)
        if (data === 'hang') controller.abort(new Error('They canceled it.'))
      },
      controller.signal,
    )
  await run('work')
  await run('work')
  await expect(run('fail')).rejects.toThrow('There is no room.')
  await Promise.all([run('work'), run('work')])
  await expect(run('hang')).rejects.toThrow('They canceled it.')
  await expect(run('hang')).rejects.toThrow('They canceled it.')
  await run('work')
  const [first, second, failed, one, other, stopped, next, last] = threads
  expect([second, failed]).toEqual([first, first])
  expect(new Set([first, one, other, last]).size).toBe(4)
  expect([one, other]).toEqual(expect.arrayContaining([stopped, next]))
  expect(stopped).not.toBe(next)
})
