import { expect, type Page, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { UploadResult } from '#contract/videos/uploads.ts'
import { expectAccessible } from './accessible.ts'
import { countActs, readActs } from './acts.ts'
import { signUpQuickly } from './people.ts'
import { sample } from './videos.ts'

async function newCase(page: Page, declared = true): Promise<string> {
  const data = { title: 'State v. Example', caseNumber: `S-${Math.round(performance.now())}` }
  const { id } = (await (await page.request.post('/api/cases', { data })).json()) as CaseSummary
  if (declared) {
    await page.request.put(`/api/cases/${id}/recording-permission`, { data: { basis: 'own_mock' } })
  }
  return id
}

async function newSession(page: Page, caseId: string): Promise<string> {
  const data = { type: 'jury_voir_dire', date: '2026-03-14' }
  return ((await (await page.request.post(`/api/cases/${caseId}/sessions`, { data })).json()) as Session).id
}

async function addJurors(page: Page, caseId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const data = { jurorNumber: String(number), occupation: number % 2 ? 'Nurse' : 'Teacher' }
    ids.push(((await (await page.request.post(`/api/cases/${caseId}/jurors`, { data })).json()) as Juror).id)
  }
  return ids
}

test('plans a session, declares permission, uploads, and shows every stage', async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page, false)
  await page.goto(`/cases/${caseId}/new-session`)
  await page.getByLabel('Date').fill('2026-03-14')
  await page.getByText('More details').click()
  await page.getByLabel('Panel').fill('Panel B')
  await page.getByText('Seating', { exact: true }).click()
  await page.getByLabel('Numbering').selectOption('Serpentine')
  await expect(page.getByRole('button', { name: 'Seat 12 in row 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Seat 2 in row 1' }).click()
  await expect(page.getByText('11 seats, viewed from counsel table.')).toBeVisible()

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Drop videos here/ }).click(),
  ])
  await chooser.setFiles(sample)
  const place = page.getByRole('group', { name: 'voir-dire.mp4' })
  await place.getByLabel('Starts at').fill('1:30')
  await place.getByLabel('Camera').fill('Jury box')
  await page.getByRole('button', { name: 'Create and upload 1 file' }).click()
  const declare = page.getByRole('button', { name: 'Confirm and upload' })
  await declare.click()
  await expect(page.getByText('Choose why your team may have the recording.')).toBeVisible()
  await page.getByLabel('Basis').selectOption('Other (explain in the note)')
  await declare.click()
  await expect(page.getByText('Explain in the note why your team may have the recording.')).toBeVisible()
  await page.getByLabel('Basis').selectOption('The recording is part of the court record')
  await declare.click()

  await expect(page).toHaveURL(/\/sessions\/.+\/progress/)
  await expect(page.getByRole('heading', { name: 'Voir dire day 1', level: 1 })).toBeVisible()
  const card = page.getByRole('list', { name: 'Session videos' }).getByRole('listitem').first()
  await expect(card).toContainText('starts at 1:30 · camera: Jury box', { timeout: 30_000 })
  await expect(card.getByText(/of \d+ steps done/)).toBeVisible()
  await expect(card).toContainText('Media check')
  await expect(page.getByText('Ready for review')).toBeVisible({ timeout: 90_000 })
  await expect(card).toContainText('Analyzed in')
  await expect(card.getByRole('heading', { name: 'Transcript preview' })).toBeVisible()
  await expect(card).toContainText('Good morning')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Timing for voir-dire.mp4' }).click()
  await page.getByRole('dialog').getByLabel('Starts at').fill('1:02:03')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('starts at 1:02:03')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Start review' }).click()
  await expect(page.getByText('In review')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(page.getByText('Locked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Unlock…' }).click()
  await page.getByLabel('Reason').fill('A juror was added')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
})

test("explains why a file can't be analyzed and lets the user remove it", async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page)
  const sessionId = await newSession(page, caseId)
  const file = { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('these are no pictures') }
  const answer = await page.request.post('/api/videos/upload', { multipart: { caseId, videos: file } })
  const [video] = ((await answer.json()) as UploadResult).videos
  await page.request.post(`/api/sessions/${sessionId}/videos`, { data: { videoId: video!.id } })
  await page.goto(`/sessions/${sessionId}/progress`)
  const card = page.getByRole('list', { name: 'Session videos' }).getByRole('listitem').first()
  await expect(card).toContainText('Failed', { timeout: 60_000 })
  await expect(card).toContainText(/Upload another recording|Try again/)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('Failed', { timeout: 60_000 })
  await card.getByRole('button', { name: 'Remove broken.mp4 from the session' }).click()
  await expect(page.getByText('No videos in this session yet')).toBeVisible()
})

test('shows both copies when two people edit one session, and loses nothing', async ({ page }) => {
  await signUpQuickly(page)
  const sessionId = await newSession(page, await newCase(page))
  await page.goto(`/sessions/${sessionId}/progress`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Panel').fill('Mine')
  await page.request.patch(`/api/sessions/${sessionId}`, { data: { version: 1, panelName: 'Theirs' } })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('heading', { name: 'Their version' }).locator('..')).toContainText('Theirs')
  await expect(dialog.getByRole('heading', { name: 'Your version' }).locator('..')).toContainText('Mine')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Mine/)).toBeVisible()
})

test('imports jurors by paste and file, names rejected columns, and keeps none of their cells', async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page)
  await page.goto(`/cases/${caseId}?tab=jurors`)
  await expect(page.getByText('No jurors yet')).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Or paste the list')
    .fill('No\tJob\tRace\tHave you served before?\n1\tNurse\tX-TRAIT\tNo\n2\tTeacher\tX-TRAIT\tYes\n\tNobody\t\t\n')
  await dialog.getByRole('button', { name: 'Use pasted list' }).click()
  await expect(dialog.getByText('Not imported: Race')).toBeVisible()
  await expect(dialog.getByLabel('Job')).toHaveValue('occupation')
  await expect(dialog.getByText('2 to add, 0 to update, 1 to skip.')).toBeVisible()
  await expect(dialog.getByText('Row 3: The juror number is missing.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: '2 Teacher Yes', exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 jurors' }).click()
  await expect(page.getByRole('link', { name: 'Juror 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Import' }).click()
  const csv = {
    name: 'jurors.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Juror No,Occupation\n3,"Pilot, retired"\n'),
  }
  await dialog.getByLabel('File').setInputFiles(csv)
  await dialog.getByRole('button', { name: 'Import 1 juror' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Juror 3' })).toContainText('Pilot, retired')
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.getByLabel('File').setInputFiles(fileURLToPath(new URL('jurors.xlsx', import.meta.url)))
  await expect(dialog.getByText('Not imported: Gender')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 jurors' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Juror 42' })).toContainText('Carpenter')
  const all = await (await page.request.get(`/api/cases/${caseId}/jurors`)).text()
  expect(all).not.toContain('X-TRAIT')
})

test('seats jurors by keyboard and by dragging, and logs it', async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page)
  const [first = ''] = await addJurors(page, caseId, 4)
  await newSession(page, caseId)
  await page.goto(`/cases/${caseId}?tab=jurors`)
  await page.getByRole('tab', { name: 'Seating' }).click()
  const box = page.getByRole('region', { name: 'Jury box' })

  await test.step('with only the keyboard', async () => {
    await page.getByRole('button', { name: /^juror 1/ }).focus()
    await page.keyboard.press('Enter')
    await box.getByRole('button', { name: 'Seat 3, empty' }).focus()
    await page.keyboard.press('Enter')
    await expect(box.getByRole('button', { name: /^Seat 3, juror 1/ })).toBeVisible()
    await expect(page.getByText('Juror 1 moved to seat 3.')).toBeAttached()
  })

  await test.step('by dragging', async () => {
    const juror = await page.getByRole('button', { name: /^juror 2/ }).boundingBox()
    const seat = await box.getByRole('button', { name: 'Seat 4, empty' }).boundingBox()
    await page.mouse.move(juror!.x + 20, juror!.y + 20)
    await page.mouse.down()
    await page.mouse.move(juror!.x + 40, juror!.y, { steps: 4 })
    await page.mouse.move(seat!.x + 30, seat!.y + 30, { steps: 8 })
    await page.mouse.up()
    await expect(box.getByRole('button', { name: /^Seat 4, juror 2/ })).toBeVisible()
  })

  await test.step('two seated jurors swap seats', async () => {
    await box.getByRole('button', { name: /^Seat 3, juror 1/ }).click()
    await box.getByRole('button', { name: /^Seat 4, juror 2/ }).click()
    await expect(box.getByRole('button', { name: /^Seat 4, juror 1/ })).toBeVisible()
    await expect(box.getByRole('button', { name: /^Seat 3, juror 2/ })).toBeVisible()
  })

  await page.getByRole('button', { name: 'Seat in call order' }).click()
  await expect(box.getByRole('button', { name: /^Seat 1, juror 3/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/jurors/${first}`)
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Seat 3')
  await expect(history).toContainText('to now')
})

test('rates, takes notes, excuses with a reason, and keeps a restricted record', async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page)
  const [id = ''] = await addJurors(page, caseId, 1)
  await page.goto(`/cases/${caseId}?tab=jurors`)
  const mine = page.getByLabel('My rating of juror 1').first()
  const rating = countActs()
  await rating.select(mine, '+1')
  expect(rating.total()).toBe(readActs('Rate a juror from the list'))
  await expect(page.getByText('Juror 1: Leans toward us.', { exact: true })).toBeVisible()
  await expect(mine).toHaveValue('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mine).toHaveValue('')

  await page.goto(`/jurors/${id}`)
  await expect(page.getByRole('heading', { name: 'Juror 1', level: 1 })).toBeVisible()

  await page.getByText('−2', { exact: true }).click()
  await page.getByRole('button', { name: 'Save rating' }).click()
  await expect(page.getByText('1 at −2. 1 rater.')).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Not rated')).toBeVisible()
  await page.getByText('−2', { exact: true }).click()
  await page.getByLabel(/^Note\b/).fill('Knows the witness')
  await page.getByRole('button', { name: 'Save rating' }).click()
  await expect(page.getByRole('list', { name: 'Raters' })).toContainText('Knows the witness')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Not rated')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('list', { name: 'Raters' })).toContainText('Knows the witness')
  await page.getByLabel('Questionnaire').fill('Q: Served before?\nA: No.')
  await page.getByLabel('Tags').fill('pay, leader')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  await page.getByLabel('Event').selectOption('Excused for hardship')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeDisabled()
  await page.getByLabel('Reason', { exact: true }).fill('Sole earner, unpaid')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Sole earner, unpaid')

  await page.getByLabel('Reason for keeping restricted records in this case').fill('Objection expected under Batson')
  await page.getByRole('button', { name: 'Open restricted records' }).click()
  await page.getByRole('button', { name: 'View and edit' }).click()
  await page.getByLabel('As reported or listed').fill('As the court listed it')
  await expectAccessible(page)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Restricted record' }) }).last()
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('As the court listed it')).toBeHidden()
  await expect(page.getByRole('button', { name: 'View and edit' })).toBeVisible()

  await page.request.post('/api/cases/archive', { data: { caseIds: [caseId] } })
  await page.reload()
  await card.getByRole('button', { name: 'View', exact: true }).click()
  await expect(card.getByText('As the court listed it')).toBeVisible()
  await expect(card.getByRole('textbox')).toHaveCount(0)
})

test('an archived case shows ratings and takes none', async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page)
  const [id = ''] = await addJurors(page, caseId, 1)
  expect((await page.request.put(`/api/jurors/${id}/rating`, { data: { lean: 1 } })).status()).toBe(200)
  await page.goto(`/cases/${caseId}?tab=jurors`)
  const mine = page.getByLabel('My rating of juror 1')
  await expect(mine.first()).toHaveValue('1')
  expect(await (await page.request.post('/api/cases/archive', { data: { caseIds: [caseId] } })).json()).toMatchObject({
    archived: [caseId],
  })
  await expect(page.getByText('This case is archived and read-only.')).toBeVisible()
  await expect(page.getByText('Mine +1', { exact: true })).toBeVisible()
  await expect(mine).toHaveCount(0)
})

test('a session whose response was lost is created only once', { tag: '@zone' }, async ({ page }) => {
  await signUpQuickly(page)
  const caseId = await newCase(page)
  await page.goto(`/cases/${caseId}/new-session`)
  await page.getByLabel('Date').fill('2026-03-14')
  let lost = 0
  await page.route(`**/api/cases/${caseId}/sessions`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  const create = page.getByRole('button', { name: 'Create session' })
  await create.click()
  await expect(page.getByText('The server couldn’t be reached.').first()).toBeVisible()
  await create.click()
  await expect(page).toHaveURL(/\/sessions\/[0-9a-f-]{36}/)
  const sessions = (await (await page.request.get(`/api/cases/${caseId}/sessions`)).json()) as Session[]
  expect(sessions).toHaveLength(1)
})

test('a list of 300 jurors mounts only what is near, once, on a laptop and a phone', async ({ page }) => {
  test.setTimeout(180_000)
  await signUpQuickly(page)
  const caseId = await newCase(page)
  await page.goto(`/cases/${caseId}?tab=jurors`)
  await expect(page.getByText('No jurors yet')).toBeVisible()
  const lines = Array.from({ length: 300 }, (_, at) => `${at + 1},Nurse ${at + 1}`)
  await countActs().drop(page, 'list.csv', `Juror No,Occupation\n${lines.join('\n')}\n`)
  await page.getByRole('dialog').getByRole('button', { name: 'Import 300 jurors' }).click()
  await expect(page.getByRole('tab', { name: 'List (300)' })).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.reload()
    const links = page.getByRole('link', { name: /^Juror \d+$/ })
    await expect(page.getByRole('link', { name: 'Juror 1', exact: true })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Juror 300', exact: true })).toHaveCount(0)
    expect(await links.count()).toBeLessThan(150)
    const table = page.getByRole('table', { name: 'Jurors in call order' })
    await expect(table).toHaveAttribute('aria-rowcount', '301')
    await expect(table.getByRole('columnheader')).toHaveText([
      ...['Juror', 'Seat', 'Status', 'Occupation', 'Findings', 'Team', 'My rating', 'Questions', 'Speaking time'],
    ])
    const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'Juror 7', exact: true }) })
    await expect(row).toHaveAttribute('aria-rowindex', '8')
    await expect(row.getByRole('cell')).toHaveCount(8)
    await expect(row.getByRole('rowheader')).toHaveText('Juror 7')
    await page.getByLabel('Search jurors').fill('Nurse 300')
    await expect(links).toHaveText(['Juror 300'])
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
})
