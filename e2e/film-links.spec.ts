import { expect, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Export } from '#contract/exports/exports.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

const run = promisify(execFile)

test.describe.configure({ timeout: 300_000 })

test("PDF timecodes open a film at that second, behind the link's password", async ({ page, browser }) => {
  const { sessionId } = await reviewable(page)
  const scope = { kind: 'session', id: sessionId }
  const highlights = (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]
  const shown = highlights.find(({ start }) => start !== null && start > 2)!
  const plan = {
    type: 'mp4',
    template: 'highlight_clip',
    scope,
    filters: { highlightIds: [shown.id] },
    options: { includeSuggestions: true, contextSeconds: 1 },
  }
  const film = (await (await page.request.post('/api/exports', { data: plan })).json()) as Export
  await page.goto(`/sessions/${sessionId}/exports`)
  const rows = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Ready', { timeout: 200_000 })

  await page.getByText('Options', { exact: true }).click()
  await page.getByLabel('Template').selectOption('Transcript')
  const opens = page.getByLabel('Timecodes open')
  await expect(opens).toHaveValue('room')
  await opens.selectOption('An exported video I have a link to')
  await page.getByLabel('Link address').fill('https://firm.example/s/short')
  await page.getByRole('button', { name: 'Create export' }).click()
  await expect(page.getByText(/^Paste the full share link/)).toBeVisible()
  await expectAccessible(page)

  await opens.selectOption(film.id)
  await expect(page.getByText(/Anyone who has the file can watch it until .* without a password/)).toBeVisible()
  const word = page.getByLabel('Link password')
  await page.getByRole('button', { name: 'Generate password' }).first().click()
  const password = await word.inputValue()
  await expect(page.getByText(/until .* using the link’s password/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create export' }).click()
  const row = rows.filter({ hasText: 'Links to video' })
  await expect(row).toContainText('Ready', { timeout: 60_000 })
  await expect(opens).toHaveValue('room')
  const links = page.getByRole('list', { name: /^Links to Clip/ }).getByRole('listitem')
  await expect(links).toHaveCount(1)
  await expect(links).toContainText('Link for the timecodes of “Transcript”')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Download' }).click(),
  ])
  const { stdout } = await run('qpdf', ['--json', '--json-key=qpdf', await download.path()], { maxBuffer: 1 << 27 })
  const address = /"u:(http[^"]*\/s\/[\w-]{43}\?t=[\d.]+)"/.exec(stdout)![1]!
  const seconds = Number(new URL(address).searchParams.get('t'))
  expect(seconds).toBeGreaterThan(0)

  const strange = await browser.newContext()
  try {
    const stranger = await strange.newPage()
    await stranger.goto(address)
    await stranger.getByLabel('Password').fill(password)
    await stranger.getByRole('button', { name: 'Open' }).click()
    await expect(stranger).toHaveURL(address)
    await expect(stranger.getByText(/^Starts at 0:00:/)).toBeVisible()
    const video = stranger.locator('video')
    await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeCloseTo(seconds, 2)
    await expectAccessible(stranger)
  } finally {
    await strange.close()
  }
})
