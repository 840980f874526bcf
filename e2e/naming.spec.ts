import { expect, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { expectAccessible } from './accessible.ts'
import { signUpQuickly } from './people.ts'
import { makePlain } from './plain.ts'

test.describe.configure({ timeout: 240_000 })

test('a recording without a transcript asks who is speaking, and findings appear once a juror is named', async ({
  page,
}, info) => {
  await signUpQuickly(page)
  const data = { title: 'State v. Quiet', caseNumber: 'Q-1' }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as CaseSummary
  await page.request.put(`/api/cases/${caseId}/recording-permission`, { data: { basis: 'own_mock' } })
  const plan = { data: { type: 'jury_voir_dire', date: null, name: 'Day 1' } }
  const session = (await (await page.request.post(`/api/cases/${caseId}/sessions`, plan)).json()) as Session
  await page.goto(`/sessions/${session.id}/progress`)
  await page.locator('input[type=file][multiple]').setInputFiles(await makePlain(info.outputPath('plain.mp4')))
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
  await expect(page.getByRole('list', { name: 'Session videos' })).toContainText('plain.mp4', { timeout: 60_000 })
  await page.goto(`/sessions/${session.id}/review`)
  const panel = page.getByRole('region', { name: 'Who is speaking?' })
  await expect(panel).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
  const juror = panel.getByRole('listitem').filter({ hasText: 'get paid' }).first()
  await juror.getByRole('button', { name: 'Court' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('is Juror 3', { exact: false }).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Show \d+ finding/ })).toBeEnabled({ timeout: 60_000 })
})
