import { expect, type Page, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'

const long = 'Sample'.repeat(20)
const rightToLeft = '\u05D3\u05D5\u05D2\u05DE\u05D4 12'

async function send<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(path, { data })
  expect([path, answer.status()], await answer.text()).toEqual([path, 200])
  return (await answer.json()) as T
}

test('long names wrap, and right-to-left names keep the numbers beside them in place', async ({ page }) => {
  await signUpQuickly(page)
  const { id: caseId } = await send<{ id: string }>(page, '/api/cases', { title: long, caseNumber: 'B-1' })
  const plan = { type: 'jury_voir_dire', date: null, name: rightToLeft }
  const { id: sessionId } = await send<{ id: string }>(page, `/api/cases/${caseId}/sessions`, plan)
  const juror = { jurorNumber: '7', displayName: rightToLeft }
  const { id: jurorId } = await send<{ id: string }>(page, `/api/cases/${caseId}/jurors`, juror)
  await send(page, `/api/sessions/${sessionId}/seats/fill`, {})
  const rationale = 'The juror said that he knows the officer well.'
  const strike = { eventId: crypto.randomUUID(), jurorId, kind: 'peremptory', basis: ['stated_answer'], rationale }
  await send(page, `/api/sessions/${sessionId}/strikes`, strike)

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of [
      `/cases/${caseId}`,
      '/approvals',
      ...['courtroom', 'strike-log', 'exports', 'review'].map((each) => `/sessions/${sessionId}/${each}`),
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, width, wider]).toEqual([path, width, 0])
    }
  }

  await test.step('the board', async () => {
    await page.goto(`/sessions/${sessionId}/courtroom`)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText(`\u2068${rightToLeft}\u2069 · ${long}`)
    await expect(title).toHaveAttribute('title', `\u2068${rightToLeft}\u2069 · ${long}`)
    const tile = page.getByRole('button', { name: /juror 7\b/ })
    await expect(tile).toHaveAccessibleName(new RegExp(`juror 7, \u2068${rightToLeft}\u2069, `))
  })
  await test.step('the strike log', async () => {
    await page.goto(`/sessions/${sessionId}/strike-log?juror=${jurorId}`)
    await expect(page.getByText(`\u2068${rightToLeft}\u2069 · ${long}`)).toBeVisible()
    const juror = page.getByRole('dialog').getByLabel('Juror', { exact: true })
    await expect(juror.getByRole('option').last()).toHaveText(`Juror 7, seat 1, \u2068${rightToLeft}\u2069`)
  })
})
