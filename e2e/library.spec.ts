import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { UploadResult } from '#contract/videos/uploads.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { signUpQuickly } from './people.ts'
import { analyzedSample, makeHeard, makeMany } from './videos.ts'

test.describe.configure({ timeout: 240_000 })

const read = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(path)).json()) as T

async function planCase(page: Page, title: string): Promise<{ caseId: string; session: Session }> {
  const data = { title, caseNumber: `L-${title}` }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as CaseSummary
  const plan = { data: { type: 'jury_voir_dire', date: null, name: 'Day 1' } }
  const session = (await (await page.request.post(`/api/cases/${caseId}/sessions`, plan)).json()) as Session
  return { caseId, session }
}

test('adds a library video to a session and continues to naming voices', async ({ page }) => {
  await signUpQuickly(page)
  const { caseId, session } = await planCase(page, 'State v. Shelf')
  const videoId = await makeHeard(await analyzedSample(page))
  await page.goto(`/videos/${videoId}`)
  await page.getByRole('button', { name: 'Add to a session to identify speakers' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Add to Case' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add to Case' }).click()
  await dialog.getByLabel('Case').selectOption({ label: 'State v. Shelf (L-State v. Shelf)' })
  await dialog.getByLabel('Session').selectOption({ label: 'Day 1' })
  await dialog.getByRole('button', { name: 'Add to session' }).click()
  const permission = page.getByRole('dialog', { name: 'Why is your team permitted to have this recording?' })
  await expect(permission).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(permission).toBeHidden()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Add to session' }).click()
  await permission.getByLabel('Basis').selectOption({ index: 1 })
  await permission.getByRole('button', { name: 'Confirm and add' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByRole('link', { name: 'Day 1', exact: true })).toHaveAttribute(
    'href',
    `/sessions/${session.id}/progress`,
  )
  await expect(page.getByRole('main').getByRole('link', { name: 'State v. Shelf', exact: true })).toHaveAttribute(
    'href',
    `/cases/${caseId}`,
  )
  await page.getByRole('link', { name: 'Identify speakers' }).click()
  await expect(page).toHaveURL(new RegExp(`/sessions/${session.id}/review`))
  await expect(page.getByRole('tab', { name: 'Juror' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Voice 2: Assign' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('moves a video to a session of another case, whose long name leaves the page’s buttons in place', async ({
  page,
}) => {
  await signUpQuickly(page)
  const before = await planCase(page, 'State v. Before')
  const after = await planCase(page, 'State v. After')
  const { version } = (await (await page.request.get(`/api/cases/${after.caseId}`)).json()) as { version: number }
  const title = `${'Consolidated Insurance Company of North America, '.repeat(3)}v. After`
  const renamed = await page.request.patch(`/api/cases/${after.caseId}`, { data: { version, title } })
  expect(renamed.status(), await renamed.text()).toBe(200)
  const videoId = await analyzedSample(page)
  await page.request.put(`/api/cases/${before.caseId}/recording-permission`, { data: { basis: 'own_mock' } })
  await page.request.post(`/api/sessions/${before.session.id}/videos`, { data: { videoId } })
  await page.goto(`/videos/${videoId}`)
  const download = page.getByRole('link', { name: 'Download' })
  const place = await download.boundingBox()
  const sessions = `**/api/cases/${after.caseId}/sessions`
  await page.route(sessions, (route) => route.fulfill({ status: 500, body: 'Not now.' }))
  await page.getByRole('button', { name: 'Add to Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move video' })
  const session = dialog.getByRole('combobox', { name: 'Session', exact: true })
  await expect(session).toHaveValue(before.session.id)
  await expect(dialog.getByText('(optional)')).toBeHidden()

  await dialog.getByRole('combobox', { name: 'Case', exact: true }).selectOption(after.caseId)
  await expect(session).toBeDisabled()
  await page.unroute(sessions)
  await dialog.getByRole('button', { name: 'Try again' }).last().click()
  await session.selectOption('Day 1')
  await dialog.getByRole('button', { name: 'Move video' }).click()
  const permission = page.getByRole('dialog', { name: 'Why is your team permitted to have this recording?' })
  await permission.getByLabel('Basis').selectOption({ index: 1 })
  await permission.getByRole('button', { name: 'Confirm and move' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: /v\. After$/ })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  expect(await download.boundingBox()).toEqual(place)
})

test('the session page and review room list library videos by page and name', async ({ page }) => {
  await signUpQuickly(page)
  const { caseId, session } = await planCase(page, 'Shelf v. Book')
  await page.request.put(`/api/cases/${caseId}/recording-permission`, { data: { basis: 'own_mock' } })
  const videoId = await analyzedSample(page)
  await makeMany(page, 20)
  await page.goto(`/sessions/${session.id}/review`)
  await page.getByRole('button', { name: 'Add from library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add from library' })
  await expect(dialog.getByRole('checkbox', { name: 'one of 20.mp4' })).toHaveCount(20)
  await expect(dialog.getByRole('checkbox')).toHaveCount(20)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'panel-b.mp4' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Show more' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto(`/sessions/${session.id}/progress`)
  await page.getByRole('button', { name: 'Add from library' }).click()
  await dialog.getByLabel('Search the library').fill('panel-b')
  await dialog.getByRole('checkbox', { name: 'panel-b.mp4' }).check()
  await dialog.getByLabel('Camera').fill('Jury box')
  await dialog.getByRole('button', { name: 'Add video' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Session videos' })).toContainText('panel-b.mp4')
  const detail = await read<VideoDetail>(page, `/api/videos/${videoId}`)
  expect(detail).toMatchObject({ caseId, session: { id: session.id, name: 'Day 1' } })

  await page.goto('/videos?q=panel-b')
  const row = page.getByRole('list', { name: 'Videos' }).getByRole('listitem')
  await expect(row.getByRole('link', { name: 'Shelf v. Book' })).toHaveAttribute('href', `/cases/${caseId}`)
  await expect(row.getByRole('link', { name: 'Day 1' })).toHaveAttribute('href', `/sessions/${session.id}/progress`)
  await expect(row.locator('img')).toHaveAttribute('src', `/api/videos/${videoId}/poster`)
})

test('a phone opens the library’s filters with a button and shows a picture in each row', async ({ page }) => {
  await signUpQuickly(page)
  await analyzedSample(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/videos')
  const row = page.getByRole('list', { name: 'Videos' }).getByRole('listitem')
  await expect(row.getByText('No case', { exact: true })).toBeVisible()
  await expect(row.locator('img')).toBeVisible()
  await expect(page.getByLabel('Status')).toBeHidden()
  const filters = page.getByRole('button', { name: 'Filters' })
  await filters.click()
  await page.getByLabel('Status').selectOption('Failed')
  await expect(filters).toHaveText('Filters (1)')
  await expect(page.getByText('No videos match')).toBeVisible()
  await filters.click()
  await expect(page.getByLabel('Status')).toBeHidden()
})

test('the library fails as one and comes back with one retry', async ({ page }) => {
  await signUpQuickly(page)
  await analyzedSample(page)
  let isFailing = true
  await page.route(/\/api\/(videos|cases)(\?|$)/, (route) =>
    isFailing ? route.fulfill({ status: 500, body: 'The disk is gone.' }) : route.continue(),
  )
  await page.goto('/videos')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(['Failed to load data500: The disk is gone.Try Again'])
  await expect(page.getByRole('search')).toBeHidden()
  const gone = alert.waitFor({ state: 'detached', timeout: 7000 }).then(
    () => true,
    () => false,
  )
  expect(await gone, 'polling hides the failure').toBe(false)
  isFailing = false
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('link', { name: 'panel-b.mp4', exact: true })).toBeVisible()
  await expect(page.getByLabel('Case')).toBeEnabled()
  await expect(alert).toHaveCount(0)
})

test('saves a finding as an annotation with an AI Generated badge', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await page.goto(`/videos/${videoId}`)
  await page.getByRole('button', { name: 'Save as annotation' }).first().click()
  await expect(page.getByText('Annotation Created', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved as annotation').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Annotations (1)' })).toBeVisible()
  await expect(page.getByText('AI Generated', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Edit / }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('No pay while serving')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Annotation Updated', { exact: true })).toBeVisible()
  await expect(page.getByText('AI Generated', { exact: true })).toBeVisible()

  await page.route(`**/api/videos/${videoId}/transcript*`, (route) =>
    route.fulfill({ status: 500, body: 'The disk is gone.' }),
  )
  await page.getByRole('button', { name: 'Export Transcript' }).click()
  await expect(page.getByText('500: The disk is gone.', { exact: true })).toBeVisible()
})

test('the library and session picker load more than fifty; a failed video can be reprocessed', async ({ page }) => {
  await signUpQuickly(page)
  const { session } = await planCase(page, 'Page v. Turner')
  const broken = { name: 'failed.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a recording') }
  const sent = await page.request.post('/api/videos/upload', { multipart: { videos: broken } })
  const { id: videoId } = ((await sent.json()) as UploadResult).videos[0]!
  const getStatus = async () => (await read<VideoDetail>(page, `/api/videos/${videoId}`)).status
  await expect.poll(getStatus, { timeout: 60_000 }).toBe('failed')
  await makeMany(page, 50)
  await page.goto('/video-processing')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'failed.mp4', exact: true }) })
  await expect(page.getByRole('link', { name: 'one of 50.mp4', exact: true })).toHaveCount(50)
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(row.getByRole('link', { name: 'failed.mp4', exact: true })).toHaveAttribute('href', `/videos/${videoId}`)
  await expect(row).toContainText('Failed')
  const answered = page.waitForResponse(`**/api/videos/${videoId}/reprocess`)
  await page.getByRole('button', { name: 'Reprocess failed.mp4' }).click()
  const answer = await answered
  expect([answer.request().method(), answer.status()]).toEqual(['POST', 200])
  await expect.poll(getStatus, { intervals: [10] }).toBe('processing')
  await expect.poll(getStatus, { timeout: 60_000 }).toBe('failed')

  for (let at = 1; at <= 50; at++) {
    const made = await page.request.post('/api/cases', { data: { title: `Case ${at}`, caseNumber: `N-${at}` } })
    expect(made.status()).toBe(200)
  }
  await page.goto('/sessions?choose=true&to=review')
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  await expect(page.getByRole('link', { name: session.name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('link', { name: session.name }).click()
  await expect(page).toHaveURL(new RegExp(`/sessions/${session.id}/review`))
})

test('sends small files in one request with a repeated videos field', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/video-processing')
  const answers: Promise<UploadResult>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/videos/upload')) answers.push(response.json() as Promise<UploadResult>)
  })
  const files = ['a.mp4', 'b.mp4', 'c.mp4'].map((name) => ({
    name,
    mimeType: 'video/mp4',
    buffer: Buffer.from(`not much of ${name}`),
  }))
  await page.locator('input[type=file][multiple]').setInputFiles(files)
  await page.getByRole('button', { name: 'Upload 3 file(s)' }).click()
  await expect(page.getByText('Upload Started', { exact: true })).toBeVisible()
  for (const { name } of files) await expect(page.getByRole('list', { name: 'Videos' })).toContainText(name)
  expect(answers).toHaveLength(1)
  expect((await answers[0])?.videos.map(({ index, filename }) => [index, filename])).toEqual(
    files.map(({ name }, index) => [index, name]),
  )
})
