import { expect, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test.describe.configure({ timeout: 240_000 })

const post = async <T>(page: Page, path: string, data: object): Promise<T> => {
  const answer = await page.request.post(path, { data })
  expect([path, answer.status()]).toEqual([path, 200])
  return (await answer.json()) as T
}

async function decided(page: Page) {
  const place = await reviewable(page)
  const path = `/api/sessions/${place.sessionId}/highlight`
  const all = (await (await page.request.get(`${path}s`)).json()) as Highlight[]
  const confirmed = all.find(({ juror }) => juror?.id)!
  const dismissed = all.find(({ id, quote }) => id !== confirmed.id && quote !== '')!
  const items = ({ id, version }: Highlight) => [{ id, version }]
  await post(page, `${path}-decisions`, { decision: 'confirm', items: items(confirmed) })
  await post(page, `${path}-decisions`, { decision: 'dismiss', reason: 'negated', items: items(dismissed) })
  return { ...place, all, confirmed, dismissed }
}

test("the video page shows the review room's decisions with the same counts", async ({ page }) => {
  const { sessionId, videoId, all, confirmed, dismissed } = await decided(page)
  const counts = `${all.length - 2} suggested, 1 confirmed, 1 dismissed`
  await page.goto(`/sessions/${sessionId}/review`)
  await expect(page.getByText(counts)).toBeVisible()

  await page.goto(`/videos/${videoId}`)
  await expect(page.getByRole('heading', { name: `Findings (${all.length})` })).toBeVisible()
  await expect(page.getByText(counts)).toBeVisible()
  const findings = page.getByRole('list', { name: 'Findings' })
  const card = ({ id }: Highlight) => findings.locator(`[data-highlight="${id}"]`)
  await expect(findings.getByText(/^AI · /)).toHaveCount(all.length - 2)
  for (const each of [confirmed, dismissed]) await card(each).getByRole('button', { expanded: false }).click()
  await expect(card(confirmed).getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(card(confirmed).getByText('By Trial Attorney')).toBeVisible()
  await expect(card(confirmed).getByText(/^AI · /)).toBeHidden()
  await expect(card(dismissed).getByText('Dismissed: Negated')).toBeVisible()
})

test('the video page confirms, dismisses, and plays findings beside the player', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  const read = async () =>
    (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]
  const [first, second] = (await read()) as [Highlight, Highlight]
  const video = page.locator('video')
  for (const width of [1440, 390])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/videos/${videoId}`)
      const card = ({ id }: Highlight) => page.locator(`[data-highlight="${id}"]`)
      await card(first).getByRole('button', { expanded: false }).click()
      await card(first).getByRole('button', { name: 'Confirm' }).click()
      await expect(card(first).getByText('Confirmed', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(card(first).getByRole('button', { name: 'Confirm' })).toBeVisible()
      await expect.poll(async () => (await read())[0]!.status).toBe('suggested')

      await card(second).getByRole('button', { expanded: false }).click()
      await card(second).getByRole('button', { name: 'Dismiss' }).click()
      const dialog = page.getByRole('dialog', { name: 'Dismiss this highlight?' })
      await dialog.getByLabel('Reason').selectOption('Negated')
      await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
      await expect(card(second).getByText('Dismissed: Negated')).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect(card(second).getByText('Dismissed: Negated')).toBeHidden()
      // On a phone, the sticky player may cover part of a target.
      if (width === 1440) await expectAccessible(page)

      await card(second)
        .getByRole('button', { name: /^Play from/ })
        .click()
      await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.paused)).toBe(false)
      await page.getByRole('heading', { name: 'Quick Actions' }).scrollIntoViewIfNeeded()
      await expect(video).toBeInViewport({ ratio: 1 })
    })
})

test("a juror's page shows statements and strikes, and links to a new strike", async ({ page }) => {
  const { sessionId, videoId, confirmed } = await decided(page)
  const juror = confirmed.juror!
  await page.goto(`/jurors/${juror.id}`)
  const said = page.getByRole('list', { name: 'Juror’s highlights' }).getByRole('listitem')
  const one = said.filter({ hasText: confirmed.quote }).first()
  await expect(one.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText('No strikes for this juror.')).toBeVisible()
  await expectAccessible(page)

  await test.step('opens the review room at the timecode', async () => {
    await one.getByRole('link', { name: /^Review from/ }).click()
    await expect(page).toHaveURL(new RegExp(`/sessions/${sessionId}/review\\?v=${videoId}&t=`))
    await page.goBack()
  })
  await test.step('opens a strike that quotes the words', async () => {
    await one.getByRole('button', { name: `Draft strike for juror ${juror.number}` }).click()
    const dialog = page.getByRole('dialog', { name: 'New strike' })
    await expect(dialog.getByLabel('Juror', { exact: true })).toHaveValue(juror.id!)
    await page.goto(`/jurors/${juror.id}`)
  })
  await test.step('opens a strike for the juror', async () => {
    await page.getByRole('link', { name: `Strike juror ${juror.number}` }).click()
    const dialog = page.getByRole('dialog', { name: 'New strike' })
    await expect(dialog.getByLabel('Juror', { exact: true })).toHaveValue(juror.id!)
  })
  await test.step('opens the existing strike', async () => {
    const strike = await post<Strike>(page, `/api/sessions/${sessionId}/strikes`, {
      ...{ eventId: crypto.randomUUID(), jurorId: juror.id, kind: 'cause', rationale: 'Says so.' },
      evidence: [{ source: 'highlight', highlightId: confirmed.id }],
    })
    await page.goto(`/jurors/${juror.id}`)
    const list = page.getByRole('list', { name: 'Juror’s strikes' })
    await expect(list.getByText('Draft', { exact: true })).toBeVisible()
    await list.getByRole('link', { name: strike.label }).click()
    await expect(page).toHaveURL(`/sessions/${sessionId}/strike-log?tab=list#${strike.id}`)
  })
})

test('highlight actions have labels, rare ones under More; a chain links to a strike', async ({ page }) => {
  const { sessionId, confirmed } = await decided(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const card = page.locator(`[data-highlight="${confirmed.id}"]`)
  await card.getByRole('button', { expanded: false }).click()
  for (const word of ['Dismiss', 'Strike', 'Reel', 'More']) {
    await expect(card.getByText(word, { exact: true }), word).toBeVisible()
  }
  const more = card.getByRole('button', { name: 'More actions' })
  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  for (const word of ['Return to suggestions', 'Pin', 'Tags', 'Link to fact', 'Export this clip', 'Copy citation']) {
    await expect(card.getByText(word, { exact: true }), word).toBeVisible()
  }
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Pin', exact: true }).press('Enter')
  await expect(card.getByText('Pinned', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Chains' }).click()
  await page
    .getByRole('list', { name: 'Chains' })
    .getByRole('button', { name: /^Draft strike for juror/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'New strike' })).toBeVisible()
})
