import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import { expectAccessible } from './accessible.ts'
import { countActs, readActs, dropFile } from './acts.ts'
import { signUpQuickly } from './people.ts'
import { makePlain } from './plain.ts'
import { analyzedSample } from './videos.ts'

test.describe.configure({ timeout: 300_000 })

async function addCase(page: Page, title: string): Promise<string> {
  const data = { title, caseNumber: `N-${title}` }
  const { id } = (await (await page.request.post('/api/cases', { data })).json()) as CaseSummary
  await page.request.put(`/api/cases/${id}/recording-permission`, { data: { basis: 'own_mock' } })
  return id
}

test('a recording without a transcript is dropped on its case, its juror is named, and findings appear: 3 acts', async ({
  page,
}, info) => {
  await signUpQuickly(page)
  const caseId = await addCase(page, 'State v. Quiet')
  for (const jurorNumber of ['3', '7', '12', '24'])
    await page.request.post(`/api/cases/${caseId}/jurors`, { data: { jurorNumber } })
  const file = await makePlain(info.outputPath('plain.mp4'), 80)
  const acts = countActs()
  await page.goto(`/cases/${caseId}?tab=sessions`)
  await acts.choose(page, file)
  await expect(page.getByRole('combobox', { name: 'Session' })).toHaveValue('new')
  await acts.click(page.getByRole('button', { name: 'Upload 1 file(s)' }))
  await expect(page).toHaveURL(/\/videos\//, { timeout: 60_000 })

  const panel = page.getByRole('region', { name: 'Who is speaking?' })
  await expect(panel).toBeVisible({ timeout: 180_000 })
  await expectAccessible(page)
  const juror = panel.getByRole('listitem').filter({ hasText: 'get paid' }).first()
  await acts.click(juror.getByRole('button', { name: 'Juror 3', exact: true }))
  await expect(page.getByText('is Juror 3', { exact: false }).first()).toBeVisible()
  await expect(panel.getByText(/^1 of \d named$/)).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Show \d+ finding/ })).toBeEnabled({ timeout: 60_000 })
  await expect(
    page.getByRole('list', { name: 'Findings' }).getByText('get paid', { exact: false }).first(),
  ).toBeVisible()
  expect(acts.total()).toBe(readActs('Drop a recording on its case, name one juror, and get findings'))

  await test.step('focus in a row moves none of its buttons', async () => {
    const row = panel.getByRole('listitem').filter({ hasText: 'Good morning' }).first()
    const measure = () =>
      row.getByRole('button').evaluateAll((buttons) =>
        buttons.map((each) => {
          const { left, top, width } = each.getBoundingClientRect()
          const inRow = each.closest('li')!.getBoundingClientRect()
          return [each.textContent, left - inRow.left, top - inRow.top, width]
        }),
      )
    await expect(row.getByRole('button', { name: 'Judge' })).toBeVisible()
    await panel.getByRole('button', { name: 'Skip for now' }).focus()
    const before = await measure()
    await row.getByRole('button', { name: 'Judge' }).focus()
    expect(await measure()).toEqual(before)
  })

  await test.step('the next panel numbers are one key each, and any number can be typed', async () => {
    const court = panel.getByRole('listitem').filter({ hasText: 'Good morning' }).first()
    await expect(court.getByRole('button', { name: /^Juror \d/ })).toHaveText([/^Juror 7/, /^Juror 12/, /^Juror 24/])
    await court.getByRole('button', { name: 'Judge' }).focus()
    await page.keyboard.press('5')
    await expect(page.getByText('is Juror 12', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText(/^1 of \d named$/)).toBeVisible()
    await court.getByRole('button', { name: 'Juror…' }).click()
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await expect(page.getByText('is Juror 9', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText(/^1 of \d named$/)).toBeVisible()
  })

  await test.step('one key names the next voice, and Undo clears it', async () => {
    const court = panel.getByRole('listitem').filter({ hasText: 'Good morning' }).first()
    await court.getByRole('button', { name: 'Judge' }).focus()
    const naming = countActs()
    await naming.press(page, '1')
    expect(naming.total()).toBe(readActs('Name another voice'))
    await expect(panel.getByText(/^2 of \d named$/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByText(/^1 of \d named$/)).toBeVisible()
  })
})

test('a recording uploaded from the library page goes into a new case and session in the same step', async ({
  page,
}, info) => {
  await signUpQuickly(page)
  await page.goto('/video-processing')
  await page.locator('input[type=file][multiple]').setInputFiles(await makePlain(info.outputPath('plain.mp4'), 5))
  await page.getByLabel('Case').selectOption({ label: 'New case…' })
  await page.getByLabel('Case title').fill('State v. New')
  await page.getByLabel('Case number').fill('N-1')
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
  const permission = page.getByRole('dialog', { name: 'Why is your team permitted to have this recording?' })
  await permission.getByLabel('Basis').selectOption({ index: 1 })
  await permission.getByRole('button', { name: 'Confirm and upload' }).click()
  await expect(page).toHaveURL(/\/videos\//, { timeout: 60_000 })
  const [made] = (await (await page.request.get('/api/cases')).json()) as { title: string; sessions: number }[]
  expect(made).toMatchObject({ title: 'State v. New', sessions: 1 })
})

test('a recording uploaded on the session page leads to its voices: 2 acts', async ({ page }, info) => {
  await signUpQuickly(page)
  const caseId = await addCase(page, 'State v. Session')
  const plan = { data: { type: 'jury_voir_dire', date: null, name: 'Day 1' } }
  const { id } = (await (await page.request.post(`/api/cases/${caseId}/sessions`, plan)).json()) as { id: string }
  await page.goto(`/sessions/${id}/progress`)
  const acts = countActs()
  await expect(page.getByRole('button', { name: /^Drop videos here/ })).toBeVisible()
  await acts.choose(page, await makePlain(info.outputPath('plain.mp4'), 5))
  await acts.click(page.getByRole('button', { name: 'Upload 1 file(s)' }))
  await expect(page).toHaveURL(/\/videos\//, { timeout: 60_000 })
  expect(acts.total()).toBe(readActs('Upload a recording on the session page and open its voices'))
})

test('a library video goes into a session in two clicks, from the session and from the video', async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await addCase(page, 'State v. Shelf')
  const plan = { data: { type: 'jury_voir_dire', date: null, name: 'Day 1' } }
  const { id } = (await (await page.request.post(`/api/cases/${caseId}/sessions`, plan)).json()) as { id: string }
  await analyzedSample(page)
  const fromSession = countActs()
  await page.goto(`/sessions/${id}/review`)
  await fromSession.click(page.getByRole('button', { name: 'Add from library' }))
  await fromSession.click(page.getByRole('button', { name: 'Add panel-b.mp4' }))
  await expect(page.getByRole('dialog')).toBeHidden()

  expect(fromSession.total()).toBe(readActs('Add a library video to a session, from the session page or review room'))

  const other = await analyzedSample(page)
  const fromVideo = countActs()
  await page.goto(`/videos/${other}`)
  await fromVideo.click(page.getByRole('button', { name: 'Add to Case' }))
  await fromVideo.click(page.getByRole('button', { name: 'Add to Day 1, State v. Shelf' }))
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(fromVideo.total()).toBe(readActs('Add a library video to a session, from the video page'))

  await test.step('a video in a session says where it is, and moves to a session of another case', async () => {
    const otherCase = await addCase(page, 'State v. Moved')
    const next = { data: { ...plan.data, name: 'Day 2' } }
    const target = (await (await page.request.post(`/api/cases/${otherCase}/sessions`, next)).json()) as { id: string }
    await page.reload()
    await page.getByRole('button', { name: 'Add to Case' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move video' })
    await expect(dialog.getByText('Now in')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Day 1' })).toHaveAttribute('href', `/sessions/${id}/progress`)
    await expect(dialog.getByRole('button', { name: 'Move to Day 1, State v. Shelf' })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Move video' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByLabel('Case').selectOption({ label: 'State v. Moved (N-State v. Moved)' })
    await dialog.getByLabel('Session').selectOption({ label: 'Day 2' })
    await dialog.getByRole('button', { name: 'Move video' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Day 2' })).toHaveAttribute(
      'href',
      `/sessions/${target.id}/progress`,
    )
  })
})

test('a video dropped anywhere stays in the app', async ({ page }, info) => {
  await signUpQuickly(page)
  const caseId = await addCase(page, 'State v. Drop')
  const plan = { data: { type: 'jury_voir_dire', date: null, name: 'Day 1' } }
  const { id } = (await (await page.request.post(`/api/cases/${caseId}/sessions`, plan)).json()) as { id: string }
  const file = await makePlain(info.outputPath('plain.mp4'), 5)
  const drop = async (path: string, title: string | RegExp, hasBox = false) => {
    await page.goto(path)
    if (hasBox) await expect(page.getByRole('button', { name: /^Drop videos here/ })).toBeVisible()
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    await dropFile(page, heading, file)
    await expect(page).toHaveURL(path)
  }
  const upload = page.getByRole('button', { name: 'Upload 1 file(s)' })
  for (const tab of ['overview', 'jurors', 'team']) {
    await test.step(`${tab}: asks for the session`, async () => {
      await drop(`/cases/${caseId}?tab=${tab}`, 'State v. Drop')
      const dialog = page.getByRole('dialog', { name: 'Upload to State v. Drop' })
      await expect(dialog.getByLabel('Session', { exact: true })).toBeVisible()
      await expect(dialog.getByText('plain.mp4')).toBeVisible()
    })
  }
  await test.step('pages with an upload box select the file', async () => {
    for (const [path, title] of [
      ['/video-processing', 'Video Processing Center'],
      [`/cases/${caseId}?tab=sessions`, 'State v. Drop'],
      [`/sessions/${id}/progress`, 'Day 1'],
    ] as const) {
      await drop(path, title, true)
      await expect(upload).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
  await test.step('pages without a case ask for one, and an open dialog blocks the drop', async () => {
    await drop('/dashboard', 'Dashboard')
    const dialog = page.getByRole('dialog', { name: 'Upload Videos' })
    await expect(dialog.getByLabel('Case')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/cases/${caseId}?tab=jurors`)
    await page.getByRole('button', { name: 'Add juror' }).click()
    const adding = page.getByRole('dialog', { name: 'Add juror' })
    await dropFile(page, adding.getByRole('heading'), file)
    await expect(page.getByText('Close this dialog, then drop the file again.', { exact: true })).toBeVisible()
  })
  await test.step('the board says where to upload', async () => {
    await drop(`/sessions/${id}/courtroom`, /Day 1/)
    await expect(page.getByText('To upload, drop the file on the session’s page.', { exact: true })).toBeVisible()
  })
  await test.step('a file dropped on Jurors uploads to a new session', async () => {
    await drop(`/cases/${caseId}?tab=jurors`, 'State v. Drop')
    await page.getByRole('combobox', { name: 'Session' }).selectOption({ label: 'New session' })
    await upload.click()
    await expect(page).toHaveURL(/\/videos\//, { timeout: 60_000 })
  })
})
