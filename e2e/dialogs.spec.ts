import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { expectAccessible } from './accessible.ts'
import { signUpQuickly } from './people.ts'
import { reviewable } from './reviewable.ts'

async function check(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('axe finds no problems in team, case, session, and juror dialogs', async ({ page }) => {
  test.setTimeout(300_000)
  await signUpQuickly(page)
  const post = async <T>(path: string, data: object) => (await (await page.request.post(path, { data })).json()) as T
  const { id: caseId } = await post<CaseSummary>('/api/cases', { title: 'State v. Example', caseNumber: 'D-1' })
  const session = await post<Session>(`/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  const juror = await post<Juror>(`/api/cases/${caseId}/jurors`, { jurorNumber: '12' })

  await page.goto('/team')
  await check(page, 'Invite member')
  await page.goto(`/cases/${caseId}`)
  await check(page, 'Edit Basics')
  await page.goto(`/cases/${caseId}?tab=team`)
  await check(page, 'Add member')
  await page.goto(`/cases/${caseId}?tab=jurors`)
  await check(page, 'Import')
  await page.goto(`/sessions/${session.id}/progress`)
  await check(page, 'Edit')
  await page.goto(`/jurors/${juror.id}`)
  await check(page, 'Delete')
})

for (const width of [1440, 390]) {
  test(`dialog buttons stay visible at 700 px high and ${width} px wide`, async ({ page }) => {
    test.setTimeout(400_000)
    const { sessionId, videoId, caseId } = await reviewable(page)
    await page.setViewportSize({ width, height: 700 })
    for (const [path, button] of [
      [`/cases/${caseId}`, 'Edit Basics'],
      [`/sessions/${sessionId}/progress`, 'Edit'],
      [`/videos/${videoId}`, 'Add Annotation'],
      [`/videos/${videoId}`, 'Delete Video'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('button', { name: button, exact: true }).first().click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      const foot = dialog.locator('.dialog-actions')
      await expect(foot, button).toBeInViewport({ ratio: 1 })
      for (const edge of [0, 1e6]) {
        await dialog.evaluate((each, top) => each.scrollTo(0, top), edge)
        await expect(foot, button).toBeInViewport({ ratio: 1 })
        for (const each of await foot.locator('button:enabled').all()) await each.click({ trial: true })
      }
    }
  })
}
