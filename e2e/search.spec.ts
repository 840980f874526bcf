import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { countActs, readActs } from './acts.ts'
import { signUpQuickly } from './people.ts'
import { analyzedSample } from './videos.ts'

test('searches by keyboard alone and opens the exact second', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toBeFocused()
  await expect(page.getByText('Type at least 2 characters to search')).toBeVisible()
  await page.keyboard.type('p')
  await expect(page.getByText('Type at least 2 characters to search')).toBeVisible()
  await page.keyboard.type('qzx')
  await expect(page.getByText('No results found for pqzx')).toBeVisible()
  await expect(page.getByText('Try a different search term')).toBeVisible()

  await page.keyboard.press('Control+a')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/search?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.type('"get paid"')
  await expect(page.getByText('Searching…')).toBeVisible()
  held.resolve()
  const options = page.getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Searching…')).toBeHidden()
  const description = options.first().locator('p').last()
  const lines = () =>
    description.evaluate((each) => {
      each.textContent = 'word '.repeat(400)
      return Math.round(each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight))
    })
  expect(await lines()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('ArrowUp')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('type:passage "get paid"')
  await expect(page.getByRole('option', { name: /panel-b\.mp4/ }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(new RegExp(`/videos/${videoId}\\?t=\\d+$`))
  const asked = Number(new URL(page.url()).searchParams.get('t'))
  expect(asked).toBeGreaterThan(0)
  const video = page.locator('video')
  await expect
    .poll(async () => Math.abs((await video.evaluate((element: HTMLVideoElement) => element.currentTime)) - asked))
    .toBeLessThan(0.1)
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden()

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
})

test('axe finds no problems in the open overlay', async ({ page }) => {
  await signUpQuickly(page)
  await analyzedSample(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('juror')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})

test('runs commands: a new case, the board, a strike, and a jump to a juror', async ({ page }) => {
  await signUpQuickly(page)
  const data = { title: 'State v. Example', caseNumber: `C-${Math.round(performance.now())}` }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  const plan = { data: { type: 'jury_voir_dire', date: '2026-03-14' } }
  const session = await page.request.post(`/api/cases/${caseId}/sessions`, plan)
  const { id: sessionId } = (await session.json()) as { id: string }
  const made = await page.request.post(`/api/cases/${caseId}/jurors`, { data: { jurorNumber: '018' } })
  const { id: jurorId } = (await made.json()) as { id: string }
  const run = async (command: string, option: string) => {
    const acts = countActs()
    await acts.press(page, 'Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(command)
    await expect(page.getByRole('option', { selected: true })).toContainText(option)
    await acts.press(page, 'Enter')
    expect(acts.total()).toBe(readActs('Open a new case, board, juror, or strike from any screen'))
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden()
  }
  await page.goto(`/cases/${caseId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await run('juror 18', 'Go to juror 018')
  await expect(page).toHaveURL(`/jurors/${jurorId}`)
  await run('strike juror 18', 'Strike juror 018…')
  await expect(page).toHaveURL(new RegExp(`/sessions/${sessionId}/strike-log`))
  const strike = page.getByRole('dialog', { name: 'New strike' })
  await expect(strike.getByLabel('Juror', { exact: true })).toHaveValue(jurorId)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await run('new case', 'New case')
  await expect(page).toHaveURL('/cases/new')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.goto(`/sessions/${sessionId}/strike-log`)
  await expect(page.getByRole('heading', { level: 1, name: 'Strike Log' })).toBeVisible()
  await run('open board', 'Open board')
  await expect(page).toHaveURL(`/sessions/${sessionId}/courtroom`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await run('juror 18', 'Open juror 018')
  await expect(page.getByRole('dialog', { name: /^Juror 018/ })).toBeVisible()
  await expect(page.getByText('1 on the panel', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/sessions/${sessionId}/courtroom`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('c')
  await run('strike sheet', 'Print strike sheet')
  await expect(page).toHaveURL(`/sessions/${sessionId}/strike-sheet`)
  await run('juror 18', 'Go to juror 018')
  await expect(page).toHaveURL(`/jurors/${jurorId}`)
})

test("doesn't say there is no juror until the jurors are here, and retries", async ({ page }) => {
  await signUpQuickly(page)
  const data = { title: 'State v. Slow', caseNumber: 'C-slow' }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  await page.request.post(`/api/cases/${caseId}/jurors`, { data: { jurorNumber: '018' } })
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/cases/${caseId}/jurors*`, async (route) => {
    await held.promise
    await route.fulfill({ status: 500, body: 'The jurors can’t be read.' })
  })
  await page.goto(`/cases/${caseId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const answered = page.waitForResponse((response) => response.url().includes('/api/search?'))
  await page.getByRole('combobox', { name: 'Search' }).fill('juror 18')
  await answered
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(page.getByText(/^No results found/)).toBeHidden()
  held.resolve()
  await expect(page.getByText('Search failed')).toBeVisible()
  await expect(page.getByText(/^No results found/)).toBeHidden()
  await page.unroute(`**/api/cases/${caseId}/jurors*`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('option', { name: 'Go to juror 018' })).toBeVisible()
})
