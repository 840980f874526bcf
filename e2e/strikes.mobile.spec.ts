import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('the strike log shows its seats on a phone before any scrolling', async ({ page }) => {
  test.setTimeout(240_000)
  const { caseId, sessionId } = await reviewable(page)
  const send = async (method: 'patch' | 'post', path: string, data: object) =>
    expect((await page.request[method](path, { data })).status(), path).toBe(200)
  const { version } = (await (await page.request.get(`/api/cases/${caseId}`)).json()) as { version: number }
  await send('patch', `/api/cases/${caseId}`, {
    ...{ version, caseType: 'criminal_felony', court: 'U.S. District Court', forumId: 'us_fed_criminal' },
    ...{ selectionMethod: 'struck_panel', ourSide: 'defense' },
    parties: [
      { name: 'The United States', role: 'prosecution', side: 'plaintiff' },
      { name: 'A. Example', role: 'defendant', side: 'defense' },
    ],
  })
  await send('post', `/api/cases/${caseId}/status`, { to: 'active' })
  await send('post', `/api/sessions/${sessionId}/seats/fill`, {})
  await page.goto(`/sessions/${sessionId}/strike-log`)
  await expect(page.getByRole('button', { name: /juror 12\b/ })).toBeInViewport({ ratio: 1 })
  const actions = [
    page.getByRole('button', { name: 'Add strike' }),
    page.getByRole('link', { name: 'Board', exact: true }),
    page.getByRole('button', { name: 'More' }),
  ]
  const tops = await Promise.all(actions.map(async (each) => (await each.boundingBox())?.y))
  expect(new Set(tops).size, 'all in one row').toBe(1)

  await actions[2]!.tap()
  await expect(page.getByRole('menuitem')).toHaveText(['Strike sheet', 'Print record', 'Exports'])
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Strike sheet' }).tap()
  await expect(page).toHaveURL(`/sessions/${sessionId}/strike-sheet`)
  await page.goBack()
  await actions[2]!.tap()
  await page.getByRole('menuitem', { name: 'Print record' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Print record' })
  await expect(dialog.getByRole('link', { name: 'Download PDF' })).toBeVisible()
})
