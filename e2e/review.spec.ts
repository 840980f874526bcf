import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Correction } from '#contract/videos/corrections.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { expectAccessible } from './accessible.ts'
import { tabTo } from './keys.ts'
import { reviewable } from './reviewable.ts'

test.describe.configure({ timeout: 240_000 })

const readHighlights = async (page: Page, sessionId: string): Promise<Highlight[]> =>
  (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]

test('reviews by keyboard alone; a second screen updates within two seconds', async ({ page, context }) => {
  const { sessionId, videoId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const list = page.getByRole('list', { name: 'Highlights' })
  const cards = list.locator('> li')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transcript synced to video' })).toBeVisible()
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
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, 'Reason')
    await page.keyboard.type('Neg')
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(there(next!.id).getByText('Dismissed: Negated')).toBeVisible({ timeout: 2000 })
  })

  await test.step('find in the transcript', async () => {
    await page.keyboard.press('/')
    await expect(page.getByLabel('Find in transcript')).toBeFocused()
    await page.keyboard.type('juror')
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Find in transcript')).toBeHidden()
  })

  await test.step('mark a clip with I and O', async () => {
    await page.goto(`/sessions/${sessionId}/review?v=${videoId}&t=5`)
    await expect(page.getByText('No start marked')).toBeVisible()
    await page.keyboard.press('i')
    await expect(page.getByText(/^Starts at 00:00:0/)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('o')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, 'Type')
    await page.keyboard.type('Key')
    await tabTo(page, 'Tags (optional)')
    await page.keyboard.type('pay,sole earner')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['pay', 'sole earner'])
    await tabTo(page, 'Save highlight')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const marked = (await readHighlights(page, sessionId)).find((each) => each.source === 'user')
    expect(marked).toMatchObject({ type: 'key_statement', status: 'confirmed', tags: ['pay', 'sole earner'] })
    expect(marked!.quote.length).toBeGreaterThan(0)
    await expect(there(marked!.id)).toBeVisible({ timeout: 2000 })
  })
})

test('Enter and Space activate the focused control, not the page behind it', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const [first] = await readHighlights(page, sessionId)
  const card = page.locator(`[data-highlight="${first!.id}"]`)
  await expect(card).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const why = card.getByRole('button', { name: 'Why flagged' })
  await why.press('Enter')
  await expect(why).toHaveAttribute('aria-expanded', 'true')
  await why.press('Space')
  await expect(why).toHaveAttribute('aria-expanded', 'false')
  expect((await readHighlights(page, sessionId))[0]!.status).toBe('suggested')
  expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
})

test('loops a marked range and saves it as an annotation', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review?v=${videoId}&t=5`)
  await expect(page.getByText('No start marked')).toBeVisible()
  const video = page.locator('video')
  const now = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(now).toBeCloseTo(5, 0)
  await page.keyboard.press('i')
  await page.keyboard.press('.')
  for (let frame = 0; frame < 12; frame++) await page.keyboard.press('.')
  await expect.poll(now).toBeGreaterThan(5.4)
  await page.keyboard.press('o')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Create').selectOption('Annotation')
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Looks away')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Repeat (R)' })).toHaveAttribute('aria-pressed', 'true')
  const backs = await video.evaluate(async (element: HTMLVideoElement) => {
    let [last, found] = [element.currentTime, 0]
    const until = performance.now() + 3000
    while (performance.now() < until) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (element.currentTime < last) found++
      last = element.currentTime
    }
    return found
  })
  expect(backs).toBeGreaterThan(1)
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Repeat (R)' })).toHaveAttribute('aria-pressed', 'false')

  await page.getByRole('button', { name: 'Save clip' }).click()
  await dialog.getByLabel('Create').selectOption('Annotation')
  await dialog.getByLabel('Title').fill('Looks away')
  await dialog.getByRole('button', { name: 'Save annotation' }).click()
  await expect(dialog.getByText('Select a category.')).toBeVisible()
  await dialog.getByLabel('Category').selectOption('Note')
  await dialog.getByLabel('Severity').selectOption('Low')
  await dialog.getByRole('button', { name: 'Save annotation' }).click()
  await expect(dialog).toBeHidden()
  const { annotations } = (await (await page.request.get(`/api/videos/${videoId}`)).json()) as VideoDetail
  expect(annotations).toMatchObject([{ title: 'Looks away', category: 'note', startTime: 5 }])
})

test('two people correct different words of one turn, and both edits are kept', async ({ page, context }) => {
  const { sessionId, videoId } = await reviewable(page)
  const [first] = await readHighlights(page, sessionId)
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(`/sessions/${sessionId}/review?v=${videoId}&t=${first!.start! + 0.2}`)
    await expect(each.getByText('No start marked')).toBeVisible()
    await expect(each.locator('[data-word]').first()).toBeVisible()
    await each.keyboard.press('w')
  }
  const [mine, theirs] = [page, other].map((each) => each.getByRole('textbox', { name: 'Words' })) as [Locator, Locator]
  const before = await mine.inputValue()
  const ending = before.split(' ').at(-1)!
  await expect(theirs).toHaveValue(before)
  await Promise.all([mine.fill(before.replace(/^\S+/, 'Whenever')), theirs.fill(before.replace(/\S+$/, 'EVER.'))])
  const both = before.replace(/^\S+/, 'Whenever').replace(ending, 'EVER.')
  await expect(mine).toHaveValue(both)
  await expect(theirs).toHaveValue(both)

  await test.step('if two people edit one word, the second sees both versions and chooses', async () => {
    await mine.fill(both.replace('Whenever', 'Until'))
    await expect(theirs).toHaveValue(both.replace('Whenever', 'Until'), { timeout: 4000 })
    const { promise: isMineThere, resolve: letGo } = Promise.withResolvers<void>()
    await other.route('**/corrections', async (route) => {
      await isMineThere
      await route.continue()
    })
    await theirs.fill(both.replace('Whenever', 'While'))
    const sent = await page.request.post(`/api/videos/${videoId}/corrections`, {
      data: {
        turn: first!.turn,
        from: 0,
        to: 0,
        newText: 'Since',
        replaces: await liveAt(page, videoId, first!.turn!),
      },
    })
    expect(sent.status()).toBe(200)
    letGo()
    await expect(other.getByText(/^409: Someone else corrected these words/)).toBeVisible()
    await expect(other.getByText(/^Current text: “Since/)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Keep mine' }).click()
    await theirs.press('Control+Enter')
    await expect(page.getByRole('textbox', { name: 'Words' })).toHaveValue(both.replace('Whenever', 'While'))
  })
})

async function liveAt(page: Page, videoId: string, turn: number): Promise<string[]> {
  const list = (await (
    await page.request.get(`/api/videos/${videoId}/corrections?turn=${turn}`)
  ).json()) as Correction[]
  return list.filter(({ state, from }) => state === 'live' && from === 0).map(({ id }) => id)
}

test('moves the pane borders by keyboard and remembers them', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const border = page.getByRole('separator', { name: 'Video width' })
  await expect(border).toHaveAttribute('aria-valuenow', '30')
  await border.press('ArrowRight')
  await border.press('ArrowRight')
  await expect(border).toHaveAttribute('aria-valuenow', '34')
  await page.reload()
  await expect(border).toHaveAttribute('aria-valuenow', '34')
})

test('assigns a voice to a juror and updates the highlights', async ({ page }) => {
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
  await expect(dialog.getByRole('list', { name: 'Excerpts of this voice' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Role').selectOption('Juror')
  await dialog.getByLabel('Juror', { exact: true }).selectOption('Juror 7')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(row.filter({ hasText: 'Juror 7' }).getByText(/^Identified by/)).toBeVisible()
  const now = (await readHighlights(page, sessionId)).find((each) => each.speaker === spoken!.speaker)
  expect(now!.juror).toMatchObject({ number: '7', assigned: true })
})

test('corrects a word, marks its highlight, and reverts the correction', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  const [first] = await readHighlights(page, sessionId)
  await page.goto(`/sessions/${sessionId}/review?v=${videoId}&t=${first!.start! + 0.5}`)
  const card = page.locator(`[data-highlight="${first!.id}"]`)
  await expect(card).toBeVisible()
  const transcript = page.getByRole('region', { name: 'Transcript synced to video' })
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
  await expect(editor.getByRole('list', { name: 'Corrections to these words' })).toContainText('Suppose')
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

test('filters, groups, plays in the list, and decides several highlights at once', async ({ page }) => {
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

  await page.getByLabel('Search quotes').fill('zzzz')
  await expect(page.getByText('No highlights match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const first = page.getByRole('checkbox', { name: /^Select / }).first()
  await first.click()
  await page.getByRole('button', { name: 'Confirm 1' }).click()
  await expect(page.getByText(/suggested, 1 confirmed/)).toBeVisible()
  await page.getByRole('button', { name: 'Select all' }).click()
  const all = await page.getByRole('checkbox', { name: /^Select / }).count()
  await expect(page.getByRole('button', { name: `Dismiss ${all}` })).toBeVisible()
  await page.mouse.wheel(0, 4000)
  await page.getByRole('button', { name: `Confirm ${all - 1}` }).click()
  await expect(page.getByText(/^0 suggested, \d+ confirmed/)).toBeVisible()
  await expect(page.getByText(/^Your firm confirmed \d+ of \d+ reviewed suggestions/)).toBeVisible()
  await page.getByRole('button', { name: '0 comments' }).first().click()
  await page.getByLabel('Comment').fill('Ask again.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByText('Ask again.').first()).toBeVisible()
})
