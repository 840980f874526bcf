import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights.ts'
import { reviewable } from './reviewable.ts'

const readHighlights = async (page: Page, sessionId: string): Promise<Highlight[]> =>
  (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect(found, `${page.url()} ${colorScheme}`).toEqual([])
  }
}

test('review by keyboard; a second screen shows it within two seconds', async ({ page, context }) => {
  const { sessionId, videoId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const list = page.getByRole('list', { name: 'Highlights' })
  const cards = list.locator('> li')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transcript that follows the video' })).toBeVisible()
  await expectAccessible(page)

  const second = await context.newPage()
  await second.goto(`/sessions/${sessionId}/highlights`)
  await expect(second.getByText(/\d+ suggested, 0 confirmed/)).toBeVisible()
  const [first, next] = await readHighlights(page, sessionId)
  const there = (id: string) => second.locator(`[data-highlight="${id}"]`)

  await test.step('confirm with Enter', async () => {
    await page.bringToFront()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(`[data-highlight="${first!.id}"]`)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')
    await expect(there(first!.id).getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 2000 })
  })

  await test.step('change the severity with a digit', async () => {
    await page.keyboard.press(first!.severity === 'critical' ? '1' : '4')
    await expect(there(first!.id).getByText('Edited', { exact: true })).toBeVisible({ timeout: 2000 })
  })

  await test.step('dismiss with X and a reason', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').selectOption('Negated')
    await dialog.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter')
    await expect(there(next!.id).getByText('Dismissed: Negated')).toBeVisible({ timeout: 2000 })
  })

  await test.step('find in the transcript', async () => {
    await page.keyboard.press('/')
    await page.getByLabel('Find in the transcript').fill('juror')
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Find in the transcript')).toBeHidden()
  })

  await test.step('mark a stretch with I and O', async () => {
    await page.goto(`/sessions/${sessionId}/review?v=${videoId}&t=5`)
    await expect(page.getByText('No start marked')).toBeVisible()
    await page.keyboard.press('i')
    await expect(page.getByText(/^Starts at 00:00:0/)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('o')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type').selectOption('Key statement')
    await dialog.getByRole('button', { name: 'Save highlight' }).click()
    await expect(dialog).toBeHidden()
    const marked = (await readHighlights(page, sessionId)).find((each) => each.source === 'user')
    expect(marked).toMatchObject({ type: 'key_statement', status: 'confirmed' })
    expect(marked!.quote.length).toBeGreaterThan(0)
    await expect(there(marked!.id)).toBeVisible({ timeout: 2000 })
  })
})

test('move the borders by keyboard, and find them where they were', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const border = page.getByRole('separator', { name: 'Width of the video' })
  await expect(border).toHaveAttribute('aria-valuenow', '40')
  await border.press('ArrowRight')
  await border.press('ArrowRight')
  await expect(border).toHaveAttribute('aria-valuenow', '44')
  await page.reload()
  await expect(border).toHaveAttribute('aria-valuenow', '44')
})

test('assign a voice to a juror; the highlights follow', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  const spoken = (await readHighlights(page, sessionId)).find((each) => each.speaker !== null)
  await page.goto(`/sessions/${sessionId}/review`)
  await page.getByRole('tab', { name: 'Juror' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Assign$/ }) })
  await expect(row.first()).toBeVisible()
  await expectAccessible(page)
  const name = new RegExp(spoken!.juror?.number ? `^Juror ${spoken!.juror.number}: Assign$` : 'Assign$', 'i')
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Stretches to recognise the voice by' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Role').selectOption('Juror')
  await dialog.getByLabel('Juror', { exact: true }).selectOption('Juror 7')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row.filter({ hasText: 'Juror 7' }).getByText(/^Said by/)).toBeVisible()
  const now = (await readHighlights(page, sessionId)).find((each) => each.speaker === spoken!.speaker)
  expect(now!.juror).toMatchObject({ number: '7', assigned: true })
})

test('correct a word, see that its highlight says so, and take it back', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  const [first] = await readHighlights(page, sessionId)
  await page.goto(`/sessions/${sessionId}/review?v=${videoId}&t=${first!.start! + 0.5}`)
  const card = page.locator(`[data-highlight="${first!.id}"]`)
  await expect(card).toBeVisible()
  const transcript = page.getByRole('region', { name: 'Transcript that follows the video' })
  await expect(transcript.locator('[aria-current]')).toBeVisible()
  await page.keyboard.press('w')
  const editor = transcript.getByRole('form')
  const words = editor.getByRole('textbox', { name: 'Words' })
  await expect(words).toBeFocused()
  const before = await words.inputValue()
  expect(before).toContain(first!.quote)
  await expectAccessible(page)
  await words.fill(before.replace(/^\S+/, 'Suppose'))
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  await expect(editor.getByRole('list', { name: 'Corrections of these words' })).toContainText('Suppose')
  await words.press('Control+Enter')
  await expect(editor).toBeHidden()
  await expect(transcript.getByText('Suppose').first()).toBeVisible()
  await expect(card.getByText('Text changed')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(card.getByText('Text changed')).toBeHidden()
  await page.keyboard.press('Control+Shift+Z')
  await expect(card.getByText('Text changed')).toBeVisible()
  await page.keyboard.press('w')
  await editor.getByRole('button', { name: 'Undo' }).click()
  await expect(words).toHaveValue(before)
  await expect(card.getByText('Text changed')).toBeHidden()
})

test('filter, group, play inside the list, and decide on many at once', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByText(/\d+ suggested, 0 confirmed, 0 dismissed/)).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click()
  await expect(page.locator('video')).toBeVisible()
  await page.getByRole('button', { name: 'By juror' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()

  await page.getByLabel('Search the words').fill('zzzz')
  await expect(page.getByText('No highlights match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: /^Confirm \d+$/ }).click()
  await expect(page.getByText(/^0 suggested, \d+ confirmed/)).toBeVisible()
  await expect(page.getByText(/^Of \d+ suggestions your firm decided on/)).toBeVisible()
  await page.getByRole('button', { name: '0 comments' }).first().click()
  await page.getByLabel('Comment').fill('Ask again.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByText('Ask again.').first()).toBeVisible()
})
