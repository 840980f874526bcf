import { expect, type Page, type Request } from '@playwright/test'

/** `passing` advances the fake clock but stops it while a response is pending. */
export function listen(page: Page) {
  const awaited = new Set<Request>()
  let asked = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/live') return
    awaited.add(request)
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => void awaited.delete(request))
  page.on('requestfailed', (request) => void awaited.delete(request))
  const quiet = () => expect.poll(() => awaited.size, { intervals: [10] }).toBe(0)
  return {
    quiet,
    count: (path: string): number => asked.get(path) ?? 0,
    async passing(seconds: number): Promise<Map<string, number>> {
      await quiet()
      asked = new Map()
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000)
        await quiet()
      }
      return asked
    },
  }
}
