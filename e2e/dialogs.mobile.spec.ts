import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test.describe.configure({ timeout: 400_000 })

async function expectNarrow(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const roots = [
      document.documentElement,
      ...document.querySelectorAll<HTMLElement>('[role=dialog],[role=alertdialog]'),
    ]
    return roots.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML.slice(0, 120))
  })
  expect(beyond, page.url()).toEqual([])
}

async function check(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await expectNarrow(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('case, member, session, and juror screens and dialogs fit a phone', async ({ page }) => {
  const { sessionId, caseId } = await reviewable(page)
  const [juror] = (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as { id: string }[]

  await page.goto('/team')
  await expect(page.getByRole('list', { name: 'Firm members' })).toBeVisible()
  await expectNarrow(page)
  await check(page, 'Invite member')
  await page.goto('/cases')
  await expect(page.getByText('1 session', { exact: true }).locator('visible=true')).toBeVisible()
  await expectNarrow(page)
  for (const part of ['Basics', 'Forum and method', 'Parties and people', 'Themes']) {
    await page.goto(`/cases/${caseId}`)
    await check(page, `Edit ${part}`)
  }
  for (const tab of ['sessions', 'strikes', 'team', 'files', 'activity']) {
    await page.goto(`/cases/${caseId}?tab=${tab}`)
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.95 })
    await expectNarrow(page)
  }
  await page.goto(`/cases/${caseId}?tab=team`)
  await check(page, 'Add member')
  await page.goto(`/cases/${caseId}?tab=jurors`)
  await expect(page.getByRole('table', { name: 'Jurors in call order' })).toBeVisible()
  await check(page, 'Import')
  await check(page, 'Add juror')
  await page.getByRole('tab', { name: 'Seating' }).click()
  await expectNarrow(page)
  await page.goto(`/cases/${caseId}/new-session`)
  await expect(page.getByRole('button', { name: 'Create session' })).toBeVisible()
  await expectNarrow(page)
  await page.goto(`/sessions/${sessionId}/progress`)
  await check(page, 'Edit')
  await page.goto(`/jurors/${juror!.id}`)
  await check(page, 'Delete')
  await page.goto(`/sessions/${sessionId}/highlights`)
  await check(page, 'Dismiss')
})
