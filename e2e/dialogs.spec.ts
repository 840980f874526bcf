import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases.ts'
import type { Juror } from '#contract/jurors.ts'
import type { Session } from '#contract/sessions.ts'
import { expectAccessible } from './accessible.ts'
import { signUpQuickly } from './people.ts'

/** Opens a dialog by its button, lets axe look at it in both themes, and leaves it by Escape. */
async function check(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('axe finds nothing in the dialogs of the team, a case, a session and a juror', async ({ page }) => {
  test.setTimeout(300_000)
  await signUpQuickly(page)
  const post = async <T>(path: string, data: object) => (await (await page.request.post(path, { data })).json()) as T
  const { id: caseId } = await post<CaseSummary>('/api/cases', { title: 'State v. Example', caseNumber: 'D-1' })
  const session = await post<Session>(`/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  const juror = await post<Juror>(`/api/cases/${caseId}/jurors`, { jurorNumber: '12' })

  await page.goto('/team')
  await check(page, 'Invite Member')
  await page.goto(`/cases/${caseId}`)
  await check(page, 'Edit Basics')
  await page.goto(`/cases/${caseId}?tab=team`)
  await check(page, 'Add Member')
  await page.goto(`/cases/${caseId}?tab=jurors`)
  await check(page, 'Import')
  await page.goto(`/sessions/${session.id}/progress`)
  await check(page, 'Edit')
  await page.goto(`/jurors/${juror.id}`)
  await check(page, 'Delete')
})
