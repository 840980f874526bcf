import { expect, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ActivityEvent } from '#contract/cases/cases.ts'
import type { ExportDetail } from '#contract/exports/exports.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { signUp, signUpQuickly } from './people.ts'

test("keeps calendar days as entered and shows times in the viewer's time zone", { tag: '@zone' }, async ({ page }) => {
  const zone = test.info().project.use.timezoneId ?? 'UTC'
  expect(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone)
  await signUpQuickly(page)
  const data = {
    ...{ title: 'State v. Zones', caseNumber: 'Z-1', timeZone: 'America/Denver' },
    ...{ voirDireDate: '2031-11-21', trialDate: '2031-12-01' },
  }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  const plan = { type: 'jury_voir_dire', name: 'Zone day', date: '2031-11-21', startTime: '09:30' }
  const planned = await page.request.post(`/api/cases/${caseId}/sessions`, { data: plan })
  const { id: sessionId } = (await planned.json()) as Session

  await page.goto(`/cases/${caseId}?tab=strikes`)
  const logs = page.getByRole('region', { name: 'Strike logs by session' })
  await expect(logs).toContainText('Zone day · Nov 21, 2031')
  await page.goto(`/cases/${caseId}?tab=sessions`)
  await expect(page.getByText('Nov 21, 2031, 9:30 AM')).toBeVisible()
  await expect(page.getByText('Dec 1, 2031', { exact: false }).first()).toBeVisible()
  await page.goto(`/cases/${caseId}?tab=overview`)
  await expect(page.getByText('America/Denver')).toBeVisible()
  await page.goto('/cases')
  await expect(page.getByText('Dec 1, 2031').filter({ visible: true }).first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText(/Nov 21, 2031\s*Voir dire:/)).toBeVisible()
  await page.goto(`/sessions/${sessionId}/progress`)
  await expect(page.getByText('Nov 21, 2031', { exact: false }).first()).toBeVisible()
  await page.goto(`/sessions/${sessionId}/strike-sheet`)
  await expect(page.getByRole('definition').filter({ hasText: 'Nov 21, 2031' })).toBeVisible()

  const [newest] = (await (await page.request.get(`/api/cases/${caseId}/activity`)).json()) as ActivityEvent[]
  await page.goto(`/cases/${caseId}?tab=activity`)
  const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  await expect(page.getByRole('list', { name: 'Activity' }).getByRole('time').first()).toHaveText(
    shown.format(new Date(newest!.at)),
  )
})

test('saves a day entered in a form as that day', { tag: '@zone' }, async ({ page }) => {
  await signUpQuickly(page)
  const data = { title: 'State v. Form', caseNumber: 'Z-2' }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  await page.goto(`/cases/${caseId}/new-session`)
  await page.getByLabel('Date').fill('2031-03-14')
  await page.getByRole('button', { name: 'Create session' }).click()
  await expect(page).toHaveURL(/\/sessions\/.+\/progress/)
  await expect(page.getByText('Mar 14, 2031', { exact: false }).first()).toBeVisible()
})

test('proposes the next weekday without a session for a new one', { tag: '@zone' }, async ({ page }) => {
  await signUpQuickly(page)
  const friday = '2031-03-14'
  const data = { title: 'State v. Next', caseNumber: 'Z-4', voirDireDate: friday }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  await page.goto(`/cases/${caseId}/new-session`)
  await expect(page.getByLabel('Date')).toHaveValue(friday)
  await page.getByRole('button', { name: 'Create session' }).click()
  await expect(page).toHaveURL(/\/sessions\/.+\/progress/)
  await page.goto(`/cases/${caseId}/new-session`)
  await expect(page.getByLabel('Date')).toHaveValue('2031-03-17')
})

test('a fresh firm’s federal record is in the browser’s time zone', { tag: '@zone' }, async ({ page }) => {
  const zone = test.info().project.use.timezoneId ?? 'UTC'
  await signUp(page)
  const data = { title: 'United States v. Zone', caseNumber: 'Z-3', forumId: 'us_fed_criminal', ourSide: 'defense' }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  const plan = { type: 'jury_voir_dire', date: '2031-11-21' }
  const planned = await page.request.post(`/api/cases/${caseId}/sessions`, { data: plan })
  const { id: sessionId } = (await planned.json()) as Session
  const order = {
    ...{ type: 'pdf', template: 'strike_log_record', scope: { kind: 'session', id: sessionId } },
    options: { includeSuggestions: false },
  }
  const ordered = await page.request.post('/api/exports', { data: order })
  expect(ordered.status(), await ordered.text()).toBe(200)
  const { id: exportId } = (await ordered.json()) as { id: string }
  const read = async () => (await (await page.request.get(`/api/exports/${exportId}`)).json()) as ExportDetail
  await expect.poll(async () => (await read()).status).toBe('ready')
  const path = test.info().outputPath('record.pdf')
  await writeFile(path, await (await page.request.get(`/api/exports/${exportId}/file`)).body())
  const words = (await promisify(execFile)('pdftotext', ['-layout', path, '-'])).stdout
  await page.goto(`/cases/${caseId}`)
  const steps = page.getByRole('list', { name: 'Setup' })
  await expect(steps.getByText('Selection method')).toBeVisible()
  if (zone === 'UTC') {
    await steps.getByRole('button', { name: 'Set the time zone' }).click()
    await page.getByLabel('State').fill('Texas')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(steps.getByText('Court time zone')).toBeHidden()
  } else {
    expect(words).toContain(`Court local time (${zone.replaceAll('_', ' ')})`)
    await expect(steps.getByText('Court time zone')).toBeHidden()
  }
})
