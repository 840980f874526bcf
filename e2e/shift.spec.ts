import { expect, type Page, test } from '@playwright/test'
import { reviewable } from './reviewable.ts'
import { steady } from './steady.ts'

test.describe.configure({ timeout: 240_000 })

const mostShift = 0.05
const mostJumpPx = 2
const delayMs = 700

type Place = { y: number; height: number }
type Watched = { shifts: { value: number; moved: string[] }[]; placeholder: Place | null }

const watch = () => {
  const watched: Watched = { shifts: [], placeholder: null }
  Object.assign(window, { watched })
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  const describe = ({ node, previousRect, currentRect }: Source) =>
    `${node instanceof Element ? `${node.tagName} ${node.className}` : ''} ${previousRect.y} → ${currentRect.y}`
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[])
      watched.shifts.push({ value, moved: sources.map(describe) })
  }).observe({ type: 'layout-shift', buffered: true })
  setInterval(() => {
    const box = document.querySelector('.skeleton.aspect-video')?.getBoundingClientRect()
    if (box && box.height > 0) watched.placeholder = { y: box.y + scrollY, height: box.height }
  }, 50)
}

/** Answers come late, so each loading state is drawn. */
async function load(page: Page, path: string): Promise<Watched & { player: Place }> {
  await page.goto(path)
  await expect(page.locator('[data-word]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(delayMs)
  return page.evaluate(() => {
    const { y, height } = document.querySelector('.aspect-video:not(.skeleton)')!.getBoundingClientRect()
    return { ...(window as unknown as { watched: Watched }).watched, player: { y: y + scrollY, height } }
  })
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`the review room and the video page don't jump while they load at ${width} px`, async ({ page }) => {
    await steady(page)
    const { sessionId, videoId } = await reviewable(page)
    await page.addInitScript(watch)
    await page.setViewportSize({ width, height })
    await page.route('**/api/**', async (route) => {
      if (route.request().resourceType() === 'fetch') await new Promise((done) => setTimeout(done, delayMs))
      await route.continue()
    })
    for (const path of [`/sessions/${sessionId}/review`, `/videos/${videoId}`]) {
      const { shifts, placeholder, player } = await load(page, path)
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      console.log(`${path.split('/')[1]} ${width} px: shift ${total.toFixed(3)}`, placeholder, player)
      expect.soft(total, `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(mostShift)
      expect.soft(Math.abs(player.y - placeholder!.y), `${path}: the player's place`).toBeLessThanOrEqual(mostJumpPx)
      expect.soft(Math.abs(player.height - placeholder!.height), `${path}: its height`).toBeLessThanOrEqual(mostJumpPx)
    }
  })
