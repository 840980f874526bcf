import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import { tabTo } from './keys.ts'
import { signUpQuickly } from './people.ts'

test('creates a case on one page by keyboard alone and follows its checklist', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/cases')
  await expect(page.getByText('No cases yet')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/cases\/new/)

  await test.step('shows errors at their fields and in a summary, and keeps the text after a reload', async () => {
    await tabTo(page, 'Title')
    await page.keyboard.type('St')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Check 2 fields:')).toBeVisible()
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('United States v. A. Example')
    await tabTo(page, 'Case number')
    await page.keyboard.type('23-CR 118')
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('United States v. A. Example')
  })

  await test.step('the parties come from the title, and the challenges from the forum, with its source', async () => {
    await expect(
      page.getByText('United States (prosecution) and A. Example (defendant) are added as parties.'),
    ).toBeVisible()
    await tabTo(page, 'Our side')
    await page.keyboard.type('Defe')
    await tabTo(page, 'Forum')
    await page.keyboard.type('U.S. District Court, criminal')
    await tabTo(page, 'Case type')
    await page.keyboard.type('Criminal, fel')
    await expect(page.getByText('Peremptory challenges: us 10, them 6.')).toBeVisible()
    await expect(page.getByText('Default under Fed. R. Crim. P. 24. Not verified. Check with the court.')).toBeVisible()
    await tabTo(page, 'Create case')
    await page.keyboard.press('Enter')
  })

  await test.step('the case lists missing fields until it can be activated', async () => {
    await expect(page.getByText('Case created', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'United States v. A. Example', level: 1 })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Missing details' })).toHaveText(/^Enter the court\.\s*Edit$/)
    await tabTo(page, 'Edit: Enter the court.')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Court')
    await page.keyboard.type('5th District Court')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Activate case')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Case activated', { exact: true })).toBeVisible()
    await expect(page.getByText(/Us 10.* · Them 6/)).toBeVisible()
    const setup = page.getByRole('list', { name: 'Setup' }).getByRole('listitem')
    await expect(setup).toHaveText([
      /^To do:\s*Voir dire or trial date/,
      /^To do:\s*Selection method/,
      /^Done:\s*Peremptory challenges/,
      // If the browser and the firm are both in UTC, a federal court's time zone can't be derived.
      /^To do:\s*Court time zone/,
      /^To do:\s*Team/,
      /^To do:\s*Jurors/,
      /^To do:\s*First session/,
      /^To do:\s*Recording permission/,
    ])
    const headings = page.getByRole('heading', { level: 2, name: /^(Sessions|Set up this case|Analytics)$/ })
    await expect(headings).toHaveText(['Sessions', 'Set up this case', 'Analytics'])
    await expect(page.getByRole('link', { name: '1 team member' })).toBeVisible()
    await setup.getByRole('button', { name: 'I work alone' }).click()
    await page.reload()
    await expect(setup.nth(4)).toHaveText(/^Done:\s*Team/)
    await setup.getByRole('link', { name: 'Import jurors' }).click()
    await expect(page.getByRole('tab', { name: 'Jurors' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a duplicate number links to the existing case', async () => {
    await page.goto('/cases/new')
    await page.getByLabel('Title').fill('Another v. One')
    await page.getByLabel('Case number').fill('23-cr118')
    await page.getByRole('button', { name: 'Create case' }).click()
    await page.getByRole('link', { name: 'Open United States v. A. Example' }).click()
    await expect(page.getByRole('heading', { name: 'United States v. A. Example', level: 1 })).toBeVisible()
  })

  await test.step('a case with a court is active immediately', async () => {
    await page.goto('/cases/new')
    await page.getByLabel('Title').fill('Alder v. Birch')
    await page.getByLabel('Case number').fill('24-CV 9')
    await page.getByLabel('Our side').selectOption({ label: 'Plaintiff' })
    await page.getByLabel('Forum').selectOption({ label: 'U.S. District Court, civil' })
    await page.getByLabel('Case type').selectOption({ label: 'Civil, other' })
    await page.getByLabel('Court', { exact: true }).fill('5th District Court')
    await page.getByRole('button', { name: 'Create case' }).click()
    await expect(page.getByRole('heading', { name: 'Alder v. Birch', level: 1 })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^Active$/ })).toBeVisible()
  })
})

async function newCase(page: Page, title: string): Promise<string> {
  const response = await page.request.post('/api/cases', { data: { title, caseNumber: title } })
  return ((await response.json()) as { id: string }).id
}

test('the case page says which numbers to check, and offers a default corrected since it was saved', async ({
  page,
}) => {
  await signUpQuickly(page)
  const id = await newCase(page, 'People v. Example')
  const numbers = { us: 10, them: 10, alternatesUs: 0, alternatesThem: 0, perDefendant: null }
  const saved = await page.request.patch(`/api/cases/${id}`, {
    data: {
      ...{ version: 1, caseType: 'criminal_felony', forumId: 'ca_criminal', forumRuleId: 'other', alternates: 2 },
      strikeBudget: { ...numbers, source: 'default', orderNote: '' },
    },
  })
  expect(saved.status()).toBe(200)
  await page.goto(`/cases/${id}`)
  await expect(page.getByText('The default has changed since these numbers were saved. Check them.')).toBeVisible()

  await page.getByRole('button', { name: /^Edit (?:Forum|.*strike)/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Forum and method' })
  await dialog.getByRole('button', { name: 'Use default' }).click()
  await expect(dialog.getByLabel('Us, alternates')).toHaveValue('2')
  await expect(
    dialog.getByText(/^Default under .*Penal Code 1089\. The court may order different numbers\.$/),
  ).toBeVisible()
  await dialog.getByLabel('Forum').selectOption({ label: 'Florida, criminal' })
  await dialog.getByLabel('Alternates', { exact: true }).fill('3')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Default under Fla\. .*Not verified\. Check with the court\.$/)).toBeVisible()
})

test('shows both copies when two people edit at once, and loses nothing', async ({ page }) => {
  await signUpQuickly(page)
  const id = await newCase(page, 'State v. Example')
  await page.goto(`/cases/${id}`)
  await page.getByRole('button', { name: 'Edit Basics' }).click()
  await page.getByLabel('Judge').fill('Judge 4')
  await page.getByLabel('Courtroom').fill('Room 2')
  const other = await page.request.patch(`/api/cases/${id}`, { data: { version: 1, judge: 'Judge 7', county: 'Cook' } })
  expect(other.status()).toBe(200)
  await page.getByRole('button', { name: 'Save changes' }).click()

  const dialog = page.getByRole('dialog', { name: 'Someone else changed this case' })
  const judge = dialog.getByRole('group', { name: 'Judge' })
  await expect(judge).toContainText('Judge 4')
  await expect(judge).toContainText('Judge 7')
  await judge.getByLabel(/^Theirs/).check()
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  await expect(dialog).toBeHidden()
  const stored = (await (await page.request.get(`/api/cases/${id}`)).json()) as object
  expect(stored).toMatchObject({ judge: 'Judge 7', courtroom: 'Room 2', county: 'Cook', version: 3 })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('changed Courtroom')
})

test('searches, archives several cases, undoes it, and restores one', async ({ page }) => {
  await signUpQuickly(page)
  const id = await newCase(page, 'Alder v. Birch')
  await newCase(page, 'Cedar v. Dogwood')
  await page.goto('/cases?from=mail')
  await expect(page.getByRole('link', { name: 'Cedar v. Dogwood' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByLabel('Search cases')).toBeFocused()
  await page.keyboard.type('birch')
  await expect(page.getByRole('link', { name: 'Cedar v. Dogwood' })).toBeHidden()
  await page.getByLabel('Search cases').fill('')
  await page.getByLabel('Select Alder v. Birch').first().check()
  await page.getByLabel('Select Cedar v. Dogwood').first().check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 cases archived', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('cell', { name: 'Draft' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Card view' }).click()
  const cards = page.getByRole('list', { name: 'Cases' })
  await expect(cards.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('table')).toBeHidden()
  await page.reload()
  await expect(cards.getByRole('link', { name: 'Alder v. Birch' })).toBeVisible()
  await page.getByRole('button', { name: 'Table view' }).click()
  await expect(page.getByRole('table', { name: 'Cases' })).toBeVisible()

  await page.goto(`/cases/${id}`)
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('This case is archived and read-only.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Basics' })).toBeHidden()
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Restore from archive' }).click()
  await expect(page.getByRole('button', { name: 'Edit Basics' })).toBeVisible()
})

test('deletes a juror, session, and case from their pages and restores them with Undo', async ({ page }) => {
  await signUpQuickly(page)
  const id = await newCase(page, 'State v. Example')
  await page.request.post(`/api/cases/${id}/status`, { data: { to: 'active' } })
  const make = async (path: string, data: object) =>
    ((await (await page.request.post(`/api/cases/${id}/${path}`, { data })).json()) as { id: string }).id
  const jurorId = await make('jurors', { jurorNumber: '12' })
  const sessionId = await make('sessions', { type: 'jury_voir_dire', date: null })
  const statusOf = async (path: string) => (await page.request.get(path)).status()
  const undo = async (title: string, path: string) => {
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    expect(await statusOf(path)).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(path)).toBe(200)
  }

  await page.goto(`/jurors/${jurorId}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You can restore them for 30 days.')
  await page.getByRole('button', { name: 'Delete juror' }).click()
  await expect(page.getByText('You have 30 days to restore juror 12.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/cases/${id}?tab=jurors`)
  await undo('Juror deleted', `/api/jurors/${jurorId}`)
  await expect(page.getByRole('link', { name: /12/ }).first()).toBeVisible()

  await page.goto(`/sessions/${sessionId}/progress`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(dialog).toContainText('You can restore it for 30 days. Its videos stay in the case.')
  await page.getByRole('button', { name: 'Delete session' }).click()
  await expect(page).toHaveURL(`/cases/${id}?tab=sessions`)
  await undo('Session deleted', `/api/sessions/${sessionId}`)

  await page.goto(`/cases/${id}`)
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Delete case' }).click()
  await expect(dialog).toContainText('An administrator can restore them for 30 days.')
  await page.getByRole('button', { name: 'Delete case' }).click()
  await expect(page).toHaveURL(/\/cases$/)
  await undo('Case deleted', `/api/cases/${id}`)
})

test('markup in a title, name, or search is shown as text', async ({ page }) => {
  await signUpQuickly(page)
  const markup = '<img src=x onerror=alert(1)><b>Bold</b>'
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect([path, answer.status()], await answer.text()).toEqual([path, 200])
    return (await answer.json()) as { id: string }
  }
  const { id: caseId } = await send('/api/cases', { title: markup, caseNumber: 'M-1' })
  const { id: sessionId } = await send(`/api/cases/${caseId}/sessions`, {
    ...{ type: 'jury_voir_dire', date: null, name: markup },
  })
  const { id: jurorId } = await send(`/api/cases/${caseId}/jurors`, {
    ...{ jurorNumber: '12', displayName: markup, occupation: markup },
  })
  const expectText = async (count = 1) => {
    await expect.poll(() => page.getByText(markup).count()).toBeGreaterThanOrEqual(count)
    await expect(page.locator('img[src=x], b')).toHaveCount(0)
  }
  for (const path of [
    '/cases',
    `/cases/${caseId}`,
    `/cases/${caseId}?tab=sessions`,
    `/cases/${caseId}?tab=jurors`,
    `/sessions/${sessionId}/progress`,
    `/jurors/${jurorId}`,
  ]) {
    await page.goto(path)
    await expectText()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('<img src=x')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectText(2)
})

test('the juror list reports findings and speaking time that fail together once', async ({ page }) => {
  await signUpQuickly(page)
  const data = { title: 'State v. Example', caseNumber: 'J-1' }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as CaseSummary
  await page.request.post(`/api/cases/${caseId}/jurors`, { data: { jurorNumber: '7' } })
  const parts = /\/juror-(talk|findings)$/
  await page.route(parts, (route) => route.fulfill({ status: 500, body: 'Not now.' }))
  await page.goto(`/cases/${caseId}?tab=jurors`)
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toHaveText(/^Findings, questions, and speaking time failed to load\. 500: Not now\./)
  await page.unroute(parts)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Not yet questioned (1)' })).toBeEnabled()
})
