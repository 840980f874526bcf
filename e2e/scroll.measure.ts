import { expect, type Page, test } from '@playwright/test'
import { longFindings } from './long.ts'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

const rounds = 5

type TraceEvent = {
  name: string
  ph: string
  dur?: number
  tdur?: number
  ts: number
  pid: number
  tid: number
  args?: { name?: string }
}

function longestTask(trace: { traceEvents: TraceEvent[] }): { ms: number; tasks: number } {
  const main = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = ({ pid, tid }: TraceEvent) => main.some((each) => each.pid === pid && each.tid === tid)
  const tasks = trace.traceEvents.filter((each) => each.name.endsWith('RunTask') && isMain(each))
  return { ms: Math.max(0, ...tasks.map(({ dur = 0, tdur }) => (tdur ?? dur) / 1000)), tasks: tasks.length }
}

async function scroll(page: Page, panes: string[]): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  for (const pane of panes) {
    await page.locator(pane).first().hover()
    for (let turn = 0; turn < 30; turn++) {
      await page.mouse.wheel(0, 700)
      await page.waitForTimeout(30)
    }
  }
  const { ms, tasks } = longestTask(JSON.parse((await browser.stopTracing()).toString()))
  expect(tasks).toBeGreaterThan(200)
  return ms
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1]!

test('scroll', async ({ page, context }) => {
  test.setTimeout(600_000)
  const { sessionId, videoId } = await reviewable(page)
  await makeLong(videoId)
  await page.request.get(`/api/sessions/${sessionId}/highlight-summary`)
  const turns = (await (await page.request.get(`/api/videos/${videoId}/transcript?limit=2000`)).json()) as {
    text: string
  }[]
  const plain = await context.newPage()
  await plain.setContent(`<ol>${turns.map(({ text }) => `<li>${text}</li>`).join('')}</ol>`)
  await page.goto(`/sessions/${sessionId}/review`)
  await expect(page.getByRole('list', { name: `Highlights, 1 to 3 of ${longFindings}` })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const panes = ['[aria-label="Transcript synced to video"]', 'ul[aria-label^="Highlights"]']
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await plain.bringToFront()
    const baseline = await scroll(plain, ['ol', 'ol'])
    await page.bringToFront()
    const figure = await scroll(page, panes)
    if (round > 0) bare.push(baseline)
    if (round > 0) ours.push(figure)
  }
  const ratios = ours.map((figure, round) => figure / bare[round]!)
  console.log(`longest task, plain list of 2,000 turns   ${median(bare).toFixed(1)} ms`)
  console.log(`longest task, review room of 10,000 turns ${median(ours).toFixed(1)} ms  ${median(ratios).toFixed(2)}x`)
})
