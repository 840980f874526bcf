import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { password, signUp } from './people.ts'
import { sample } from './videos.ts'

const reporterTranscript = fileURLToPath(new URL('../samples/voir-dire.txt', import.meta.url))
const soon = { timeout: 2000 }

async function invite(admin: Page, guest: Page, name: string, profession: string): Promise<void> {
  await admin.goto('/team')
  await admin.getByRole('button', { name: 'Invite member' }).first().click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('Email').fill(`${profession}-${Math.round(performance.now())}@firm.example`)
  await form.getByLabel('Profession').selectOption(profession)
  await form.getByRole('button', { name: 'Create invitation' }).click()
  const link = admin.getByRole('textbox', { name: 'One-time link' })
  await expect(link).toHaveValue(/\/invitation\?token=/)
  await guest.goto(await link.inputValue())
  await guest.getByLabel('Your name').fill(name)
  await guest.getByLabel('Password').fill(password)
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest).toHaveURL(/\/dashboard/)
  await admin.getByRole('button', { name: 'Done' }).click()
}

async function createCase(page: Page): Promise<string> {
  await page.goto('/cases')
  await expect(page.getByText('No cases yet')).toBeVisible()
  await page.keyboard.press('n')
  await page.getByLabel('Title').fill('State v. Example')
  await page.getByLabel('Case number').fill('24-CR-7')
  await page.getByLabel('Case type').selectOption({ label: 'Criminal, felony' })
  await page.getByLabel('Our side').selectOption({ label: 'Defense' })
  await page.getByLabel('Court', { exact: true }).fill('5th District Court')
  await page.getByLabel('Forum').selectOption({ label: 'U.S. District Court, criminal' })
  await expect(page.getByText('Peremptory challenges: us 10, them 6.')).toBeVisible()
  await page.getByRole('button', { name: 'Create case' }).click()
  await expect(page.getByRole('heading', { name: 'State v. Example', level: 1 })).toBeVisible()
  return new URL(page.url()).pathname
}

async function addMember(lead: Page, casePath: string, name: string, role: string): Promise<void> {
  await lead.goto(`${casePath}?tab=team`)
  await lead.getByRole('button', { name: 'Add member' }).click()
  const dialog = lead.getByRole('dialog')
  const person = dialog.getByLabel('Person')
  await expect(person.getByRole('option', { name: new RegExp(name) })).toBeAttached()
  const label = await person.getByRole('option', { name: new RegExp(name) }).textContent()
  await person.selectOption({ label: label! })
  await dialog.getByLabel('Case role').selectOption({ label: role })
  await dialog.getByRole('button', { name: 'Add to case' }).click()
  await expect(dialog).toBeHidden()
}

// A step that hangs should time out before the whole test does.
test.use({ actionTimeout: 20_000 })

const fetchHighlights = async (page: Page, sessionId: string): Promise<Highlight[]> =>
  (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]

test('a lead, a paralegal, and a consultant prepare a case together', async ({ page: lead, browser }) => {
  test.setTimeout(300_000)
  const paralegal = await (await browser.newContext()).newPage()
  const consultant = await (await browser.newContext()).newPage()

  await signUp(lead)
  await test.step('create two one-time links', async () => {
    await invite(lead, paralegal, 'Sample Paralegal', 'paralegal')
    await invite(lead, consultant, 'Sample Consultant', 'consultant')
  })
  const casePath = await createCase(lead)
  await test.step('only members see the case', async () => {
    await paralegal.goto(casePath)
    await expect(paralegal.getByRole('heading', { name: 'State v. Example' })).toBeHidden()
    await addMember(lead, casePath, 'Sample Paralegal', 'Paralegal')
    await addMember(lead, casePath, 'Sample Consultant', 'Consultant')
    await paralegal.goto(casePath)
    await expect(paralegal.getByRole('heading', { name: 'State v. Example' })).toBeVisible()
  })

  await test.step('the paralegal imports the jurors', async () => {
    await paralegal.goto(`${casePath}?tab=jurors`)
    await paralegal.getByRole('button', { name: 'Import' }).click()
    const dialog = paralegal.getByRole('dialog')
    await dialog.getByLabel('Or paste the list').fill('No\tOccupation\n3\tDriver\n7\tClerk\n12\tNurse\n')
    await dialog.getByRole('button', { name: 'Use pasted list' }).click()
    await dialog.getByRole('button', { name: 'Import 3 jurors' }).click()
    await expect(paralegal.getByRole('link', { name: 'Juror 12' })).toBeVisible()
  })

  const sessionPath =
    await test.step('the lead plans the session and uploads the video with its transcript', async () => {
      await lead.goto(casePath)
      await expect(lead.getByRole('heading', { name: 'State v. Example', level: 1 })).toBeVisible()
      await lead.keyboard.press('n')
      await lead.getByLabel('Date').fill('2026-03-14')
      const [chooser] = await Promise.all([
        lead.waitForEvent('filechooser'),
        lead.getByRole('button', { name: /Drop videos here/ }).click(),
      ])
      await chooser.setFiles(sample)
      await lead.getByLabel('Transcript file').setInputFiles(reporterTranscript)
      await lead.getByRole('button', { name: 'Create and upload 1 file' }).click()
      await lead.getByLabel('Basis').selectOption('The recording is part of the court record')
      await lead.getByRole('button', { name: 'Confirm and upload' }).click()
      await expect(lead).toHaveURL(/\/sessions\/.+\/progress/)
      return new URL(lead.url()).pathname.replace('/progress', '')
    })
  const sessionId = sessionPath.split('/').at(-1)!

  await test.step('all three watch the stages until the session is ready', async () => {
    for (const page of [paralegal, consultant]) await page.goto(`${sessionPath}/progress`)
    await expect(paralegal.getByText(/of \d+ steps done/)).toBeVisible({ timeout: 60_000 })
    for (const page of [lead, paralegal, consultant]) {
      await expect(page.getByText('Ready for review')).toBeVisible({ timeout: 150_000 })
    }
  })
  const card = (page: Page, { id }: Highlight) => page.locator(`[data-highlight="${id}"]`)
  for (const page of [lead, paralegal, consultant]) await page.goto(`${sessionPath}/review`)
  const all = await fetchHighlights(lead, sessionId)
  expect(all.length).toBeGreaterThan(3)
  const [first, second, third] = all as [Highlight, Highlight, Highlight]

  await test.step('the consultant names a voice, and everyone sees it', async () => {
    await consultant.getByRole('tab', { name: 'Juror' }).click()
    const name = new RegExp(`juror.*${first.juror!.number}: Assign$`, 'i')
    await consultant.getByRole('button', { name }).first().click()
    const dialog = consultant.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('Juror')
    await dialog.getByLabel('Juror', { exact: true }).selectOption(`Juror ${first.juror!.number}`)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect((await fetchHighlights(lead, sessionId))[0]!.juror).toMatchObject({ assigned: true })
  })

  await test.step('the paralegal corrects a word, and the others see it within two seconds', async () => {
    await paralegal.goto(`${sessionPath}/review?t=${first.start! + 0.2}`)
    await expect(card(paralegal, first)).toBeVisible()
    await expect(paralegal.getByText('No start marked')).toBeVisible()
    await paralegal.keyboard.press('w')
    const words = paralegal.getByRole('textbox', { name: 'Words' })
    await words.fill((await words.inputValue()).replace(/^\S+/, 'Whenever'))
    await words.press('Control+Enter')
    await expect(words).toBeHidden()
    await expect(card(lead, first).getByText('Text changed')).toBeVisible(soon)
  })

  await test.step('confirm, edit, and dismiss', async () => {
    await consultant.getByRole('tab', { name: 'Findings' }).click()
    await expect(card(consultant, first)).toBeVisible()
    for (const [page, each] of [
      [lead, first],
      [lead, third],
      [consultant, second],
      [paralegal, third],
    ] as const)
      await card(page, each).getByRole('button', { expanded: false }).first().click()
    await card(lead, first).getByRole('button', { name: 'Confirm' }).click()
    await expect(card(consultant, first).getByText('Confirmed', { exact: true })).toBeAttached(soon)
    await card(consultant, second)
      .getByLabel('Severity')
      .selectOption(second.severity === 'low' ? 'High' : 'Low')
    await expect(card(lead, second).getByText('Edited', { exact: true })).toBeVisible(soon)
    await card(paralegal, third).getByRole('button', { name: 'Dismiss' }).click()
    await paralegal.getByRole('dialog').getByLabel('Reason').selectOption('Hypothetical')
    await paralegal.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
    await expect(card(lead, third).getByText('Dismissed: Hypothetical')).toBeVisible(soon)
    await lead.goto(`${sessionPath}/highlights`)
    await expect(lead.getByText('Your firm confirmed 2 of 3 reviewed suggestions.')).toBeVisible()
  })

  await test.step('the consultant searches for a phrase and lands on its timecode', async () => {
    await consultant.keyboard.press('Control+k')
    await consultant.getByRole('combobox', { name: 'Search' }).fill('type:passage "back the blue"')
    await expect(consultant.getByRole('option', { name: /voir-dire\.mp4/ }).first()).toBeVisible()
    await consultant.keyboard.press('Enter')
    await expect(consultant).toHaveURL(/\/sessions\/.+\/review\?v=.+&t=\d+$/)
    const asked = Number(new URL(consultant.url()).searchParams.get('t'))
    expect(asked).toBeGreaterThan(0)
    const video = consultant.locator('video')
    await expect
      .poll(async () => Math.abs((await video.evaluate((element: HTMLVideoElement) => element.currentTime)) - asked))
      .toBeLessThan(0.1)
    await expect(consultant.locator('[aria-current="true"]')).toContainText('back the blue')
  })
})
