import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { severities } from '#contract/findings/findings.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { expectAccessible } from './accessible.ts'
import { countActs, readActs } from './acts.ts'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

test.describe.configure({ timeout: 240_000 })

const readHighlights = async (page: Page, sessionId: string): Promise<Highlight[]> =>
  (await (await page.request.get(`/api/sessions/${sessionId}/highlights?limit=200`)).json()) as Highlight[]

async function openTriage(page: Page): Promise<{ sessionId: string; found: Highlight[]; triage: Locator }> {
  const { sessionId } = await reviewable(page)
  const found = (await readHighlights(page, sessionId)).filter(({ source }) => source === 'ai')
  await page.goto(`/sessions/${sessionId}/review`)
  await page.getByRole('button', { name: `Triage (${found.length})` }).click()
  const triage = page.getByRole('dialog', { name: 'Review findings' })
  await expect(triage.getByText(`${found.length} of ${found.length} left`)).toBeVisible()
  await expect(triage.getByText('Privileged: attorney work product')).toBeVisible()
  return { sessionId, found, triage }
}

test('each key of triage acts on the finding that plays, and Undo takes it back', async ({ page }) => {
  const { sessionId, found, triage } = await openTriage(page)
  const total = found.length
  const left = (count: number) => expect(triage.getByText(`${count} of ${total} left`)).toBeVisible()
  const status = (index: number) =>
    expect.poll(async () => (await readHighlights(page, sessionId)).find(({ id }) => id === found[index]!.id)?.status)
  const shows = (index: number) => expect(triage.getByText(found[index]!.quote).first()).toBeVisible()
  const { keyboard } = page

  await test.step('it plays from the question', async () => {
    await shows(0)
    await expect(triage.getByText('starts at the question')).toBeVisible()
    const video = triage.locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeLessThan(found[0]!.end! + 2)
    await expectAccessible(page)
  })

  await test.step('C confirms once, even if held, and moves on; Z undoes it', async () => {
    for (let repeat = 0; repeat < 4; repeat++) await keyboard.down('c')
    await keyboard.up('c')
    await left(total - 1)
    await shows(1)
    await status(0).toBe('confirmed')
    await keyboard.press('z')
    await left(total)
    await shows(0)
    await status(0).toBe('suggested')
  })
  await test.step('Enter confirms too', async () => {
    await keyboard.press('Enter')
    await status(0).toBe('confirmed')
    await shows(1)
  })
  await test.step('X dismisses with the last reason, which can be changed', async () => {
    await keyboard.press('x')
    await shows(2)
    await expect(triage.getByText('Highlight Dismissed: Not relevant')).toBeVisible()
    await keyboard.press('z')
    await status(1).toBe('suggested')
    await triage.getByRole('button', { name: /^Dismiss for another reason/ }).click()
    await page.getByRole('menuitem', { name: 'Hypothetical' }).click()
    await status(1).toBe('dismissed')
    await shows(2)
    await keyboard.press('x')
    await expect(triage.getByText('Highlight Dismissed: Hypothetical')).toBeVisible()
    await triage.getByRole('button', { name: 'Undo (Z)' }).click()
    await status(2).toBe('suggested')
  })
  await test.step('the arrow keys move without deciding', async () => {
    await shows(2)
    await keyboard.press('ArrowRight')
    await shows(3)
    await keyboard.press('ArrowLeft')
    await shows(2)
    await left(total - 2)
  })
  await test.step('1 to 4 set the severity, and Undo restores it', async () => {
    const severity = () =>
      expect.poll(async () => (await readHighlights(page, sessionId)).find(({ id }) => id === found[2]!.id)?.severity)
    for (const [at, level] of severities.entries()) {
      if (level === found[2]!.severity) continue
      await keyboard.press(String(at + 1))
      await severity().toBe(level)
      await keyboard.press('z')
      await severity().toBe(found[2]!.severity)
      await status(2).toBe('suggested')
      await shows(2)
    }
  })
  await test.step('a late response to Undo leaves the next Undo in place', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await keyboard.press('c')
    await status(2).toBe('confirmed')
    await page.route('**/highlight-decisions', async (route) => {
      const response = await route.fetch()
      await answered
      await route.fulfill({ response })
    })
    await keyboard.press('z')
    await status(2).toBe('suggested')
    await keyboard.press('c')
    answer()
    await status(2).toBe('confirmed')
    await page.unrouteAll({ behavior: 'wait' })
    await keyboard.press('z')
    await status(2).toBe('suggested')
    await shows(2)
  })
  await test.step('H adds the clip to the reel', async () => {
    await keyboard.press('h')
    await expect(triage.getByRole('button', { name: 'In reel (H)' })).toBeVisible()
    await keyboard.press('z')
    await expect(triage.getByRole('button', { name: 'Highlight (H)' })).toBeVisible()
  })
  await test.step('Escape closes, and the address doesn’t open it again', async () => {
    await keyboard.press('Escape')
    await expect(triage).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: `Triage (${total - 2})` })).toBeVisible()
    await expect(triage).toBeHidden()
    await page.goto(`/sessions/${sessionId}/review?triage=true`)
    await expect(triage).toBeVisible()
    await expect(page).not.toHaveURL(/triage/)
    await keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('button', { name: `Triage (${total - 2})` })).toBeVisible()
    await expect(triage).toBeHidden()
  })
})

test('a decision is never shown as open again while its saved answer reaches the list', async ({ page }) => {
  await page.clock.install()
  const { found, triage } = await openTriage(page)
  const total = found.length
  const left = (count: number) => expect(triage.getByText(`${count} of ${total} left`)).toBeVisible()
  for (let count = total - 1; count >= 3; count--) {
    await page.keyboard.press('c')
    await left(count)
  }
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  await page.route('**/highlight-decisions', async (route) => {
    const response = await route.fetch()
    await answers[asked++]?.promise
    await route.fulfill({ response })
  })
  await page.keyboard.press('c')
  await left(2)
  await page.keyboard.press('c')
  await left(1)
  await expect.poll(() => asked).toBe(1)
  // The list renders only after a timer, so a stopped clock keeps the old list in view.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  answers[0]!.resolve()
  await expect.poll(() => asked).toBe(2)
  await page.keyboard.press('c')
  await left(0)
  answers[1]!.resolve()
  await page.clock.resume()
  await expect(triage.getByText('Nothing left to review')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('while triage is open the keys of the page and the app rest; outside it they work', async ({ page }) => {
  const { sessionId, found, triage } = await openTriage(page)
  const room = `/sessions/${sessionId}/review`
  const resting = ['v', 'p', 'e', 'j', 'k', 'l', 'i', 'o', 'w', '/', ',', '.', 'ArrowDown', 'ArrowUp', '?', 'Control+k']
  for (const key of resting) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog'), key).toHaveCount(1)
    await expect(page, key).toHaveURL(room)
  }
  await page.keyboard.press('Escape')
  await expect(triage).toBeHidden()
  await expect(page.getByText('No start marked')).toBeVisible()

  await test.step('with triage closed, decision keys act on the selected highlight, and arrow keys seek', async () => {
    const first = async () => (await readHighlights(page, sessionId)).find(({ id }) => id === found[0]!.id)
    // Closing the panel returns focus to the Triage button, so Enter would press that button.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('ArrowDown')
    const card = page.locator(`[data-highlight="${found[0]!.id}"]`)
    await expect(card.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await first())?.status).toBe('confirmed')
    for (const [at, level] of severities.entries()) {
      await page.keyboard.press(String(at + 1))
      await expect.poll(async () => (await first())?.severity, level).toBe(level)
    }
    await page.keyboard.press('x')
    const dismiss = page.getByRole('dialog', { name: 'Dismiss this highlight?' })
    await expect(dismiss).toBeVisible()
    expect((await first())?.status).not.toBe('dismissed')
    await dismiss.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(async () => (await first())?.status).toBe('dismissed')
    await expect(page).toHaveURL(room)
    const video = page.locator('video').first()
    const time = () => video.evaluate((element: HTMLVideoElement) => (element.pause(), element.currentTime))
    const start = await time()
    await page.keyboard.press('ArrowRight')
    await expect.poll(time).toBeCloseTo(start + 5, 0)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(time).toBeCloseTo(start, 0)
    await expect(page).toHaveURL(room)
  })

  const leads: Record<string, RegExp> = {
    h: /\/highlights$/,
    s: /\/strike-log$/,
    e: /\/exports/,
    c: /\/cases$/,
    v: /\/video-processing$/,
    p: /\/profile$/,
  }
  for (const [key, url] of Object.entries(leads)) {
    await page.goto(room)
    await expect(page.getByRole('button', { name: /^Triage/ })).toBeVisible()
    await page.keyboard.press(key)
    await expect(page, key).toHaveURL(url)
  }
})

test('a strike from a quote takes two acts: S, then Save and submit', async ({ page }) => {
  const { sessionId, found, triage } = await openTriage(page)
  const struck = found.findIndex(({ juror, type }) => juror?.id && type !== 'hardship')
  for (let at = 0; at < struck; at++) await page.keyboard.press('ArrowRight')
  await expect(triage.getByText(found[struck]!.quote).first()).toBeVisible()
  const acts = countActs()
  await acts.press(page, 's')
  const dialog = page.getByRole('dialog', { name: 'New strike' })
  await expect(dialog.getByLabel('Rationale', { exact: true })).toHaveValue(new RegExp(escape(found[struck]!.quote)))
  const ground = dialog.getByLabel('Ground')
  if ((await ground.inputValue()) === '') {
    await expect(dialog.getByRole('status').getByText('Missing: ground', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: 'Save and submit' })).toBeDisabled()
    await ground.selectOption({ index: 1 })
  }
  await expectAccessible(page)
  await acts.click(dialog.getByRole('button', { name: 'Save and submit' }))
  expect(acts.total()).toBe(readActs('Submit a strike from a quote, in triage or on a collapsed card'))
  await expect(dialog).toBeHidden()
  await expect(triage.getByText('Strike submitted')).toBeVisible()
  const strikes = async () =>
    (await (await page.request.get(`/api/sessions/${sessionId}/strikes`)).json()) as { state: string }[]
  await expect.poll(strikes).toMatchObject([{ state: 'submitted' }])
  const status = expect.poll(
    async () => (await readHighlights(page, sessionId)).find(({ id }) => id === found[struck]!.id)?.status,
  )
  await status.toBe('confirmed')
  await page.keyboard.press('z')
  await expect.poll(strikes).toMatchObject([{ state: 'withdrawn' }])
  await status.toBe('suggested')
})

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('sixty findings are decided by keyboard alone, one key each', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeLong(videoId, { turns: 240, findings: 60 })
  await page.goto(`/sessions/${sessionId}/review?triage=true`)
  const triage = page.getByRole('dialog', { name: 'Review findings' })
  const acts = countActs()
  const presses: string[] = []
  for (let left = 60; left > 0; left--) {
    await expect(triage.getByText(`${left} of 60 left`, { exact: true })).toBeVisible()
    presses.push(['c', 'x', 'Enter'][left % 3]!)
    await acts.press(page, presses.at(-1)!)
  }
  await expect(triage.getByText('Nothing left to review')).toBeVisible()
  await expect(triage.getByRole('button', { name: 'Undo (Z)' })).toBeVisible()
  await expect(triage.getByRole('button', { disabled: true })).toHaveCount(0)
  expect(acts.total()).toBe(60 * readActs('Confirm or dismiss a finding'))
  const statuses = async () =>
    Object.groupBy(await readHighlights(page, sessionId), ({ status }) => (status === 'dismissed' ? 'no' : status))
  await expect.poll(async () => (await statuses()).suggested?.length ?? 0).toBe(0)
  expect((await statuses()).no).toHaveLength(presses.filter((key) => key === 'x').length)
})

test('loading, failed, and empty are told apart', async ({ page }) => {
  const { sessionId, triage } = await openTriage(page)
  await page.keyboard.press('Escape')
  const list = `**/api/sessions/${sessionId}/highlights?**`
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(list, async (route) => {
    await answered
    await route.fulfill({ status: 500, body: 'The list couldn’t be read.' })
  })
  await page.goto(`/sessions/${sessionId}/review?triage=true`)
  await expect(triage).toBeVisible()
  await expect(triage.getByText('Nothing left to review')).toHaveCount(0)
  answer()
  await expect(triage.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await triage.getByRole('button', { name: 'Try Again' }).click()
  await expect(triage.getByText('Nothing left to review')).toBeVisible()
  await expect(triage.getByRole('button')).toHaveText([/^Close/, 'Back to the review room'])
})

test('the room shows findings on one line until they open, and remembers a collapsed sidebar', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const list = page.getByRole('list', { name: 'Highlights' })
  const first = list.getByRole('listitem').first()
  const line = first.getByRole('button', { expanded: false })
  await expect(line).toBeVisible()
  expect((await first.boundingBox())!.height).toBeLessThan(60)
  await expect(first.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await line.click()
  await expect(first.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await first.getByRole('button', { name: 'Show less' }).click()
  await expect(first.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(first.getByRole('button', { name: 'Dismiss' })).toBeVisible()

  const transcript = page.getByRole('region', { name: 'Transcript', exact: true })
  const before = (await transcript.boundingBox())!.width
  expect(before).toBeGreaterThan((await page.locator('video').boundingBox())!.width)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  expect((await transcript.boundingBox())!.width).toBeGreaterThan(before)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cases' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
})

test('the record is a PDF after two clicks', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/strike-log`)
  const acts = countActs()
  await acts.click(page.getByRole('button', { name: 'Print record' }))
  const ready = page.getByRole('dialog', { name: 'Print record' }).getByRole('link', { name: 'Download PDF' })
  await expect(ready).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), acts.click(ready)])
  expect(acts.total()).toBe(readActs('Export the record as a PDF'))
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
})

test('a strike is approved from the list of approvals in two clicks', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  const [quoted] = (await readHighlights(page, sessionId)).filter(({ juror }) => juror?.id)
  const data = {
    ...{ eventId: crypto.randomUUID(), jurorId: quoted!.juror!.id, kind: 'cause', basis: ['stated_answer'] },
    groundCode: 'implied_bias',
    rationale: 'Said under oath that serving would cost needed income.',
    evidence: [{ source: 'highlight', highlightId: quoted!.id }],
  }
  const made = (await (await page.request.post(`/api/sessions/${sessionId}/strikes`, { data })).json()) as Strike
  const submit = { eventId: crypto.randomUUID(), version: made.version, move: 'submit' }
  expect((await page.request.post(`/api/strikes/${made.id}/moves`, { data: submit })).status()).toBe(200)
  await page.goto('/approvals')
  await expect(page.getByText(data.rationale)).toBeVisible()
  const ground = 'Implied bias: a relationship to a party, a witness, or the case · check with the court'
  await expect(page.getByText(ground, { exact: true })).toBeVisible()
  await expectAccessible(page)
  const acts = countActs()
  await acts.click(page.getByRole('button', { name: 'Approve', exact: true }))
  await expect(page.getByRole('dialog').getByText(ground, { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByText(data.rationale)).toBeVisible()
  await acts.click(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }))
  expect(acts.total()).toBe(readActs('Approve a strike'))
  await expect(page.getByText('No strikes to approve')).toBeVisible()
})
