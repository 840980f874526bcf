import { expect, type Locator, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test('plays and reads a session on a phone and finds a highlight by facet', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const { sessionId } = await reviewable(page)
  const found = (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as unknown[]
  await page.goto(`/sessions/${sessionId}/review`)
  const cards = page.getByRole('list', { name: 'Highlights' }).locator('> li')
  await expect(cards.first()).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0)

  await test.step('the first screen shows the player, triage, and three turns', async () => {
    const bar = (await page.getByRole('navigation', { name: 'Quick navigation' }).boundingBox())!
    const isAboveBar = async (thing: Locator) => {
      await expect(thing).toBeInViewport({ ratio: 1 })
      const { y, height } = (await thing.boundingBox())!
      expect(y + height).toBeLessThan(bar.y)
    }
    await isAboveBar(page.locator('video'))
    await isAboveBar(page.getByRole('button', { name: `Triage (${found.length})` }))
    await isAboveBar(page.locator('[data-index="2"]'))
  })

  await test.step('the player stays visible beside the findings', async () => {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Findings' }).tap()
    await expect(cards.first()).toBeInViewport({ ratio: 1 })
    await expect(page.locator('video')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('No start marked')).toBeHidden()
    await page.getByRole('button', { name: 'More controls' }).tap()
    await expect(page.getByText('No start marked')).toBeVisible()
    await page.getByRole('button', { name: 'Larger video' }).tap()
    const { width } = (await page.locator('video').boundingBox())!
    expect(width).toBeGreaterThan(380)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Smaller video' }).tap()
  })

  await test.step('a tap on a time plays from there', async () => {
    const time = cards.first().getByRole('button', { name: /^Play from/ })
    const asked = (await time.textContent())!.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    await time.tap()
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => Math.floor(element.currentTime))).toBe(asked)
    await expect(page.locator('[aria-current="true"]').first()).toBeVisible()
  })

  await test.step('chains and voices are a tap away', async () => {
    await page.getByRole('tab', { name: 'Chains' }).tap()
    await expect(page.getByRole('list', { name: 'Chains' }).getByText('Outcome').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Juror' }).tap()
    await expect(page.getByRole('heading', { name: 'Speakers' })).toBeVisible()
  })

  await test.step('facets filter the highlights', async () => {
    await page.goto(`/sessions/${sessionId}/highlights`)
    await page.getByRole('button', { name: 'Filters' }).tap()
    const type = page.getByLabel('Type', { exact: true })
    await type.selectOption({ label: (await type.getByText(/^Hardship \(\d+\)$/).textContent())! })
    await expect(page).toHaveURL(/type=hardship/)
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await expect(page.getByText(/^Hardship: /).first()).toBeVisible()
    await expect(page.getByText(/^Bias indicator: /)).toHaveCount(0)
    await expectAccessible(page)
  })
})
