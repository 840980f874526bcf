import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

type Asked = { url: string; method: string; mode: string }
type Event = { request: Asked; respondWith(work: Promise<Response>): void; waitUntil(work: Promise<unknown>): void }

const origin = 'https://venire.firm.example'

async function openWorker(statuses: Map<string, number | null>) {
  const kept = new Map<string, Response>()
  const listeners = new Map<string, (event: Event) => void>()
  const getUrl = (request: Asked | string) => (typeof request === 'string' ? request : request.url)
  const cache = {
    put: async (request: Asked, response: Response) => void kept.set(request.url, response),
    match: async (request: Asked) => kept.get(request.url),
    delete: async (request: Asked) => kept.delete(request.url),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  }
  const fetch = async (request: Asked | string) => {
    const status = statuses.get(new URL(getUrl(request)).pathname) ?? null
    if (status === null) throw new TypeError('offline')
    return new Response('{}', { status })
  }
  const self = {
    location: { origin },
    addEventListener: (kind: string, listener: (event: Event) => void) => listeners.set(kind, listener),
  }
  const caches = { open: async () => cache, delete: async () => kept.clear() }
  const path = join(import.meta.dirname, '../../public/sw.js')
  runInContext(await readFile(path, 'utf8'), createContext({ self, caches, fetch, URL, Request, Response }))
  const ask = async (pathname: string): Promise<number> => {
    const work: Promise<unknown>[] = []
    let response: Promise<Response> | undefined
    listeners.get('fetch')!({
      request: { url: origin + pathname, method: 'GET', mode: 'cors' },
      respondWith: (given) => void (response = given),
      waitUntil: (given) => void work.push(given),
    })
    const { status } = await response!
    await Promise.all(work)
    return status
  }
  return { ask, list: () => [...kept.keys()].map((url) => new URL(url).pathname) }
}

test.each([403, 404])('a case that answers %i is removed from the device, and other cases stay', async (status) => {
  const mine = ['/api/sessions/1/strike-board', '/api/sessions/1/highlights', '/api/videos/2/transcript']
  const other = '/api/sessions/9/strike-board'
  const statuses = new Map<string, number | null>([...mine, other].map((path) => [path, 200]))
  const { ask, list } = await openWorker(statuses)
  for (const path of [...mine, other]) await ask(path)
  expect(list()).toEqual([...mine, other])
  for (const path of mine) statuses.set(path, status)
  expect(await ask(mine[0]!)).toBe(status)
  expect(list()).toEqual([other])
})

test('what is kept answers offline', async () => {
  const path = '/api/sessions/1/strike-board'
  const statuses = new Map<string, number | null>([[path, 200]])
  const { ask } = await openWorker(statuses)
  await ask(path)
  statuses.set(path, null)
  expect(await ask(path)).toBe(200)
})
