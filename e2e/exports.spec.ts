import { expect, type Page, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Export } from '#contract/exports/exports.ts'
import { exportTemplates, exportTypes, isMadeIn, templateRules } from '#contract/exports/templates.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import { findSevenZip } from '#tools/parts.mjs'
import { expectAccessible } from './accessible.ts'
import { tabTo } from './keys.ts'
import { openOperations, signUpQuickly } from './people.ts'
import { reviewable } from './reviewable.ts'
import { analyzedSample } from './videos.ts'

const run = promisify(execFile)
const sevenZip = findSevenZip()

async function makeExport(page: Page, plan: object): Promise<Export> {
  const answer = await page.request.post('/api/exports', { data: plan })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Export
}

const rows = (page: Page) => page.getByRole('list', { name: 'Exports' }).getByRole('listitem')

test('exports a CSV with a password, downloads it, and unzips it', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByRole('heading', { name: 'Highlights', level: 1 })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(`/sessions/${sessionId}/exports`)
  await expect(page.getByText('No exports yet')).toBeVisible()
  await expectAccessible(page)

  const presets = page.getByRole('list', { name: 'Presets' })
  await expect(presets.getByRole('button')).toHaveText([
    /^Record/,
    /^Cause motion packet/,
    /^Highlight reel/,
    /^Everything/,
  ])
  await expect(presets.getByRole('button', { name: /^Record/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Template')).toBeHidden()
  await page.getByText('Options', { exact: true }).click()
  await page.getByLabel('Type', { exact: true }).selectOption('CSV')
  await page.getByLabel('Template').selectOption('Transcript')
  await expect(page.getByText(/About \d+ rows/)).toBeVisible()
  await page.getByLabel('Password').fill('password1')
  await page.getByRole('button', { name: 'Create export' }).click()
  await expect(page.getByText(/^Strength: too weak\./)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'This password is too easy to guess' })).toBeVisible()
  await expect(page.getByText('No exports yet')).toBeVisible()

  await page.getByRole('button', { name: 'Generate password' }).click()
  const password = await page.getByLabel('Password').inputValue()
  await page.getByRole('button', { name: 'Create export' }).click()
  const row = rows(page).first()
  await expect(row).toContainText('Ready')
  await expect(page.getByLabel('Password')).toHaveValue('')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Download' }).click(),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'venire-export-'))
  try {
    const zip = join(folder, 'export.zip')
    await download.saveAs(zip)
    await expect(run(sevenZip, ['x', '-y', '-pwrong', `-o${folder}/wrong`, zip])).rejects.toThrow()
    await run(sevenZip, ['x', '-y', `-p${password}`, `-o${folder}/right`, zip])
    const [name = ''] = await readdir(join(folder, 'right'))
    expect(name).toMatch(/\.csv$/)
    expect(await readFile(join(folder, 'right', name), 'utf8')).toContain('Good morning')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await expect(row).toContainText('1 download')
  await row.getByRole('button', { name: 'Actions for Transcript: Voir dire day 1' }).click()
  await expect(row.getByRole('menuitem')).toHaveText(['Export again', 'Details', 'Revoke and delete'])
  await row.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Downloads' })).toContainText('Trial Attorney')
  await expectAccessible(page)
})

test('creates a link, opens it elsewhere with its password, and revokes it', async ({ page, browser }) => {
  const { caseId, sessionId } = await reviewable(page)
  await makeExport(page, { type: 'csv', template: 'transcript', scope: { kind: 'session', id: sessionId } })
  await page.goto(`/cases/${caseId}`)
  await expect(page.getByRole('link', { name: 'Exports' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(`/cases/${caseId}/exports`)
  const row = rows(page).first()
  await row.getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Expert witness')
  await dialog.getByLabel('Recipients').fill('not an address')
  await dialog.getByRole('button', { name: 'Generate password' }).click()
  const password = await dialog.getByLabel('Link password').inputValue()
  await dialog.getByLabel('Download limit').fill('5')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Enter an email address such as name@firm.example.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Recipients').fill('expert@firm.example')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('heading', { name: 'Link created' })).toBeVisible()
  const url = await dialog.locator('code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(url)).toHaveCount(0)

  const strange = await browser.newContext()
  try {
    const stranger = await strange.newPage()
    await stranger.goto(url)
    await stranger.getByLabel('Password').fill('not the password')
    await stranger.getByRole('button', { name: 'Open' }).click()
    await expect(stranger.getByText(/4 attempts left/)).toBeVisible()
    await stranger.getByLabel('Password').fill(password)
    await stranger.getByRole('button', { name: 'Open' }).click()
    const [download] = await Promise.all([
      stranger.waitForEvent('download'),
      stranger.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('Good morning')

    const link = row.getByRole('list', { name: /^Links to/ }).getByRole('listitem')
    await expect(link).toContainText('1 of 5 downloads')
    await link.getByRole('button', { name: 'View access' }).click()
    const openings = page.getByRole('list', { name: 'Access log' })
    await expect(openings).toContainText('Wrong password')
    await expect(openings).toContainText('Downloaded')
    await page.keyboard.press('Escape')
    await link.getByRole('button', { name: 'Actions for Link for Expert witness' }).click()
    await link.getByRole('menuitem', { name: 'Revoke link' }).click()
    await expect(link).toContainText('Revoked')
    await expect(link.getByRole('button', { name: 'Actions for Link for Expert witness' })).toBeHidden()
    expect((await stranger.goto(url))?.status()).toBe(410)
    expect((await strange.request.get(`${url}/file`)).status()).toBe(410)
    expect((await strange.request.get(`${url}/file`, { headers: { range: 'bytes=0-9' } })).status()).toBe(410)
  } finally {
    await strange.close()
  }
})

test('confirms privileged content first and never links it; revoking deletes the file', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/exports`)
  await page.getByText('Options', { exact: true }).click()
  await page.getByLabel('Template').selectOption('Session summary')
  const privileged = page.getByRole('checkbox', { name: 'Include privileged work product' })
  await privileged.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(privileged).not.toBeChecked()
  await privileged.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Include' }).click()
  await expect(page.getByRole('list', { name: 'Before you export' })).toContainText('It can’t be shared by link')
  await page.getByRole('button', { name: 'Create export' }).click()
  const row = rows(page).first()
  await expect(row).toContainText('Ready', { timeout: 60_000 })
  await expect(row).toContainText('Privileged')
  await expect(row.getByRole('button', { name: 'Create link' })).toBeHidden()
  const href = await row.getByRole('link', { name: 'Download' }).getAttribute('href')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expect(row.getByRole('menuitem', { name: 'Export again' })).toBeVisible()
  await row.getByRole('menuitem', { name: 'Revoke and delete' }).click()
  await page.getByLabel('Reason').fill('Sent by mistake')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke and delete' }).click()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('link', { name: 'Download' })).toBeHidden()
  expect((await page.request.get(href!)).status()).toBe(410)
})

test("H, S, and E switch between a session's pages", async ({ page }) => {
  const { sessionId } = await reviewable(page)
  const places = { h: 'highlights', s: 'strike-log', e: 'exports' } as const
  const titles = { h: 'Highlights', s: 'Strike Log', e: 'Exports' } as const
  for (const start of ['review', 'highlights', 'strike-log', 'exports'])
    for (const key of ['h', 's', 'e'] as const) {
      await page.goto(`/sessions/${sessionId}/${start}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press(key)
      await expect(page, `${key} on ${start}`).toHaveURL(new RegExp(`/sessions/${sessionId}/${places[key]}`))
      await expect(page.getByRole('heading', { level: 1, name: titles[key] })).toBeVisible()
    }
})

test('exports a report of a video without a case, by keyboard alone', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await page.goto(`/videos/${videoId}`)
  await expect(page.getByRole('button', { name: 'Export Report' })).toBeVisible()
  await tabTo(page, 'Export Report')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Template')).toHaveValue('video_report')
  await expectAccessible(page)
  await tabTo(page, 'Create export')
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('Ready', { timeout: 60_000 })
  await expect(rows(page).first()).toContainText('Video report')
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Export Report' })).toBeFocused()
})

test('the form offers exactly what the server supports', async ({ page }) => {
  const { caseId, sessionId, videoId } = await reviewable(page)
  const jurors = (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as Juror[]
  const ids = { case: caseId, session: sessionId, video: videoId, juror: jurors[0]!.id }
  const wrong: string[] = []
  for (const type of exportTypes)
    for (const template of exportTemplates) {
      const kind = templateRules[template].scopes[0]!
      const filters = templateRules[template].oneHighlight ? { highlightIds: [videoId] } : undefined
      const plan = { type, template, scope: { kind, id: ids[kind] }, filters }
      const status = (await page.request.post('/api/exports/estimate', { data: plan })).status()
      const isOffered = isMadeIn(template, type)
      if (status !== (isOffered ? 200 : 400))
        wrong.push(`${type} ${template}: offered ${isOffered}, answered ${status}`)
    }
  expect(wrong).toEqual([])
})

test("the form uses the firm's shorter expiry, and the server enforces it", async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto('/settings')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Exports and links' }) })
  const days = card.getByLabel('Keep exports and links for up to (days)')
  await expect(days).toHaveValue('30')
  await days.fill('400')
  await card.getByRole('button', { name: 'Save export policy' }).click()
  await expect(days).toHaveAttribute('aria-invalid', 'true')
  await days.fill('3')
  await card.getByRole('checkbox', { name: 'Require a password for every export and link' }).check()
  await card.getByRole('button', { name: 'Save export policy' }).click()
  await expect(page.getByText('Export policy saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(days).toHaveValue('3')
  await expectAccessible(page)

  await page.goto(`/sessions/${sessionId}/exports`)
  await page.getByText('Options', { exact: true }).click()
  const expiry = page.getByLabel('Delete the file after')
  await expect(expiry).toHaveValue(String(3 * 24))
  await expect(expiry.getByRole('option')).toHaveText(['1 hour', '1 day', '3 days'])
  await page.getByLabel('Template').selectOption('Transcript')
  await page.getByRole('button', { name: 'Create export' }).click()
  await expect(page.getByText('Your firm requires a password on every export and link.')).toBeVisible()
  await page.getByRole('button', { name: 'Generate password' }).click()
  await page.getByRole('button', { name: 'Create export' }).click()
  await expect(rows(page).first()).toContainText('Ready')
  const plan = { type: 'csv', template: 'transcript', scope: { kind: 'session', id: sessionId } }
  const late = { ...plan, password: 'Quartz-Lagoon-82!vexing', expiresInHours: 7 * 24 }
  const refused = await page.request.post('/api/exports', { data: late })
  expect([refused.status(), await refused.text()]).toEqual([
    400,
    expect.stringContaining('Your firm keeps exports for up to 3 days. Choose a shorter period.'),
  ])
})

test('exports a case as an archive and imports it into another firm', async ({ page, browser }) => {
  const { caseId } = await reviewable(page)
  await page.goto(`/cases/${caseId}/exports`)
  await page.getByRole('button', { name: /^Everything/ }).click()
  await expect(page.getByRole('list', { name: 'Before you export' })).toContainText('Contains everything')
  await page.getByRole('button', { name: 'Create export' }).click()
  const row = rows(page).first()
  await expect(row).toContainText('Ready')
  await expect(row.getByRole('button', { name: 'Create link' })).toBeHidden()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Download' }).click(),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'venire-archive-'))
  const away = await browser.newContext()
  try {
    const archive = join(folder, download.suggestedFilename())
    await download.saveAs(archive)
    const other = await away.newPage()
    await signUpQuickly(other)
    await other.goto('/dashboard')
    await openOperations(other)
    await other.getByRole('button', { name: 'Upload Data' }).click()
    await other.getByRole('button', { name: 'Import a case' }).click()
    const dialog = other.getByRole('dialog', { name: 'Import a case' })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Select an archive.')
    await expectAccessible(other)
    await dialog.getByLabel('Archive', { exact: true }).setInputFiles(archive)
    await dialog.getByLabel('Case number').fill('Handed over 1')
    await dialog.getByRole('button', { name: 'Import' }).click()
    const person = dialog.getByRole('combobox').first()
    await expect(person.getByRole('option', { selected: true })).toHaveText('Don’t match')
    await expect(dialog).toContainText('Signed by this installation.')
    await expectAccessible(other)
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog).toContainText('Imported State v. Example (Handed over 1).')
    await expect(dialog).toContainText('Not matched, imported as names only')
    await dialog.getByRole('link', { name: 'Open case' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'State v. Example' })).toBeVisible()
    await expect(other.getByText('Signed by this installation.')).toBeVisible()
    const brought = /\/cases\/([0-9a-f-]{36})/.exec(other.url())![1]!
    expect(brought).not.toBe(caseId)
    const read = async (path: string) => (await (await other.request.get(path)).json()) as { id: string }[]
    const [session] = await read(`/api/cases/${brought}/sessions`)
    expect((await read(`/api/cases/${brought}/jurors`)).length).toBe(2)
    await other.goto(`/sessions/${session!.id}/review`)
    await expect(other.getByText('Good morning').first()).toBeVisible()
    expect((await other.request.get(`/api/cases/${caseId}`)).status()).toBe(404)
    expect((await page.request.get(`/api/cases/${brought}`)).status()).toBe(404)
  } finally {
    await away.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('exports a confirmed finding as a clip from the video page', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  const path = `/api/sessions/${sessionId}/highlight`
  const all = (await (await page.request.get(`${path}s`)).json()) as Highlight[]
  const [one, other] = all.filter(({ start, quote }) => start !== null && quote !== '')
  for (const [decision, { id, version }] of [
    [{ decision: 'confirm' }, one!],
    [{ decision: 'dismiss', reason: 'negated' }, other!],
  ] as const) {
    const answer = await page.request.post(`${path}-decisions`, { data: { ...decision, items: [{ id, version }] } })
    expect(answer.status()).toBe(200)
  }
  await page.goto(`/videos/${videoId}`)
  const clip = page.getByRole('button', { name: 'Export this clip' })
  for (const { id } of [other!, one!]) {
    const card = page.locator(`[data-highlight="${id}"]`)
    await card.getByRole('button', { expanded: false }).click()
    await card.getByRole('button', { name: 'More actions' }).press('Enter')
    await expect(card.getByRole('button', { name: 'Tags' })).toBeVisible()
    await expect(clip).toHaveCount(id === one!.id ? 1 : 0)
  }
  await clip.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export clip' })
  await expect(dialog.getByLabel('Template')).toHaveValue('highlight_clip')
  await expect(dialog.getByText('Uses the highlight you selected.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Seconds before and after').fill('0')
  await dialog.getByRole('button', { name: 'Create export' }).click()
  const row = dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem').first()
  await expect(row).toContainText('Ready', { timeout: 60_000 })
})
