import { expect, type Page, test } from '@playwright/test'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

const rounds = 5
const target = { paintMs: 200, shift: 0.05 }

type Measured = { paints: number[]; shift: number }

/** Browsers report only interactions of 16 ms or more, in 8 ms steps. */
const unreportedMs = 8

const watch = () => {
  const measured: Measured = { paints: [], shift: 0 }
  Object.assign(window, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) measured.paints.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[])
      if (!entry.hadRecentInput) measured.shift += entry.value ?? 0
  }).observe({ type: 'layout-shift', buffered: true })
}

const read = (page: Page) => page.evaluate(() => (window as unknown as { measured: Measured }).measured)

async function time(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => void ((window as unknown as { measured: Measured }).measured.paints = []))
  await act()
  await page.waitForTimeout(600)
  return Math.max(unreportedMs, ...(await read(page)).paints)
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1]!

test('interaction', async ({ page, context }) => {
  test.setTimeout(900_000)
  const { sessionId, videoId } = await reviewable(page)
  await makeLong(videoId, { turns: 10_000, findings: 5000 })
  await page.request.get(`/api/sessions/${sessionId}/highlight-summary`)
  const plain = await context.newPage()
  await plain.addInitScript(watch)
  await plain.goto('/robots.txt')
  await plain.setContent('<button onclick="this.textContent += 1">0</button>')
  await page.addInitScript(watch)
  const room = `/sessions/${sessionId}/review`
  const key = (name: string) => () => page.keyboard.press(name)
  const click = (name: RegExp) => () => page.getByRole('button', { name }).first().click()
  const acts: [string, () => Promise<void>][] = [
    ['next finding', key('ArrowDown')],
    ['open triage', click(/^Triage/)],
    ['triage: confirm', key('c')],
    ['triage: dismiss', key('x')],
    ['triage: skip', key('ArrowRight')],
    ['triage: severity', key('1')],
    ['triage: undo', key('z')],
    ['close triage', key('Escape')],
    ['find in transcript', () => page.getByRole('button', { name: /^Find/ }).click()],
    ['type a letter', key('j')],
    ['close find', key('Escape')],
  ]
  const took = new Map(acts.map(([name]) => [name, [] as number[]]))
  const bare: number[] = []
  const shifts: number[] = []
  for (let round = 0; round < rounds; round++) {
    await plain.bringToFront()
    bare.push(await time(plain, () => plain.getByRole('button').click()))
    await page.bringToFront()
    await page.goto(room)
    await expect(page.getByRole('button', { name: /^Triage/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const [name, act] of acts) took.get(name)!.push(await time(page, act))
    shifts.push((await read(page)).shift)
  }
  const base = median(bare)
  console.log(`plain button ${base} ms; at most ${target.paintMs} ms and ${target.shift} of shift are allowed`)
  for (const [name, figures] of took)
    console.log(
      `${name.padEnd(20)} median ${median(figures)} ms, worst ${Math.max(...figures)} ms, ${(median(figures) / base).toFixed(1)}x`,
    )
  console.log(`layout shift         median ${median(shifts).toFixed(3)}, worst ${Math.max(...shifts).toFixed(3)}`)
})
