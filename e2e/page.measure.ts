import { expect, type Page, test } from '@playwright/test'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

const rounds = 5
const target = { requests: 25, kilobytes: 250, paintMs: 1000, blockingMs: 150 }

type Timing = { paintMs: number; blockingMs: number }
type Load = Timing & { requests: number; kilobytes: number; depth: number; busyMs: number }

const watch = () => {
  const timing: Timing = { paintMs: 0, blockingMs: 0 }
  Object.assign(window, { timing })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) timing.paintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) timing.blockingMs += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

async function load(page: Page, address: string): Promise<Load> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable')
  const kinds = new Map<string, string>()
  const began = new Map<string, number>()
  const spans: { url: string; from: number; to: number; bytes: number }[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    kinds.set(requestId, request.url)
    began.set(requestId, timestamp)
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const url = kinds.get(requestId) ?? ''
    spans.push({ url, from: began.get(requestId) ?? 0, to: timestamp, bytes: encodedDataLength })
  })
  await page.goto(address)
  await expect(page.locator('[aria-label="Transcript synced to video"] [data-word]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.detach()
  const counted = spans.filter(({ url }) => url.startsWith('http') && !/\/(?:live|stream|media|file)(?:$|\?)/.test(url))
  if (process.env.PAGE_LIST)
    for (const { url, bytes, from, to } of counted.toSorted((a, b) => a.from - b.from))
      console.log(
        `${((from - counted[0]!.from) * 1000).toFixed(0).padStart(6)} ${((to - from) * 1000).toFixed(0).padStart(5)} ${String(bytes).padStart(8)} ${new URL(url).pathname}${new URL(url).search}`,
      )
  const timing = await page.evaluate(() => (window as unknown as { timing: Timing }).timing)
  return {
    ...timing,
    requests: counted.length,
    kilobytes: counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    depth: countRounds(counted),
    busyMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000,
  }
}

function countRounds(spans: { from: number; to: number }[]): number {
  let [count, end] = [0, -Infinity]
  for (const { from, to } of spans.toSorted((a, b) => a.to - b.to)) if (from >= end) [count, end] = [count + 1, to]
  return count
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1]!

test('page', async ({ page, context, browser }) => {
  test.setTimeout(600_000)
  const { videoId } = await reviewable(page)
  await makeLong(videoId, { turns: 10_000, findings: 300 })
  const state = await context.storageState()
  const loads: Load[] = []
  for (let round = 0; round <= rounds; round++) {
    const fresh = await browser.newContext({ storageState: state, serviceWorkers: 'block' })
    const first = await fresh.newPage()
    await first.addInitScript(watch)
    const each = await load(
      first,
      new URL(`/videos/${videoId}`, page.url() === 'about:blank' ? test.info().project.use.baseURL : page.url()).href,
    )
    if (round > 0) loads.push(each)
    await fresh.close()
  }
  const print = (name: string, pick: (load: Load) => number, unit: string, most?: number) =>
    console.log(
      `${name.padEnd(34)} ${median(loads.map(pick)).toFixed(0)}${unit}${most === undefined ? '' : ` (target ${most})`}`,
    )
  print('requests', ({ requests }) => requests, '', target.requests)
  print('bytes', ({ kilobytes }) => kilobytes, ' kB', target.kilobytes)
  print('rounds of requests', ({ depth }) => depth, '')
  print('largest paint', ({ paintMs }) => paintMs, ' ms', target.paintMs)
  print('blocking', ({ blockingMs }) => blockingMs, ' ms', target.blockingMs)
  print('main thread busy', ({ busyMs }) => busyMs, ' ms')
})
