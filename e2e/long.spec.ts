import { execFileSync } from 'node:child_process'
import { expect, type Page, type Response, test } from '@playwright/test'
import { longFindings, longTurns } from './long.ts'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

const firstDataBytes = 60_000

function recordData(page: Page) {
  const answers: { path: string; response: Response }[] = []
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    const isMedia = /\/(stream|poster|sprite|waveform|captions|live)$/.test(pathname)
    if (pathname.startsWith('/api/') && !isMedia) answers.push({ path: pathname + search, response })
  })
  return async () => {
    const list = [...answers]
    return Promise.all(
      list.map(async ({ path, response }) => {
        await response.finished()
        return { path, bytes: (await response.request().sizes()).responseBodySize }
      }),
    )
  }
}

test('renders a session of 10,000 turns and 300 findings a little at a time', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeLong(videoId)
  const summary = await page.request.get(`/api/sessions/${sessionId}/highlight-summary`)
  expect(((await summary.json()) as { total: number }).total).toBe(longFindings)

  const answers = recordData(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const transcript = page.getByRole('region', { name: 'Transcript synced to video' })
  await expect(transcript.locator('[data-word]').first()).toBeVisible()
  await expect(page.locator('[data-highlight]').first()).toBeVisible()
  const first = await answers()
  const later = first.filter(({ path }) => path.includes('cursor='))
  const opening = first.filter((each) => !later.includes(each))
  const total = opening.reduce((sum, each) => sum + each.bytes, 0)
  console.log(opening.map(({ path, bytes }) => `${bytes}\t${path}`).join('\n'), `\n${total} bytes in all`)
  expect(total, 'all answers that the screen waits for').toBeLessThanOrEqual(firstDataBytes)
  await expect(page.getByRole('list', { name: `Highlights, 1 to 3 of ${longFindings}` })).toBeVisible()
  // Cards outside the viewport aren't rendered, and overlapping marks are merged.
  expect(await page.locator('[data-highlight]').count()).toBeLessThan(longFindings / 2)
  const marks = await page.locator('[data-mark]').count()
  expect(marks).toBeGreaterThan(50)
  expect(marks).toBeLessThanOrEqual(200)
  await page.waitForLoadState('networkidle')

  // Items that scroll out of view are unmounted. Run `npm run bench -- scroll` to measure scrolling.
  for (const pane of [transcript, page.getByRole('list', { name: /^Highlights/ }).first()]) {
    await pane.hover()
    for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 2000)
  }
  await expect(transcript.locator('[data-word]').first()).toBeVisible()
  expect(await page.locator('[data-highlight]').count()).toBeLessThan(longFindings / 2)
  expect(await transcript.locator('[data-word]').count()).toBeLessThan(longTurns)

  await page.keyboard.press('/')
  await page.getByLabel('Find in transcript').fill('insurance lawsuit')
  await expect(page.getByText(/^1 of \d+/)).toBeVisible({ timeout: 30_000 })
  const end = await page.request.get(`/api/videos/${videoId}/transcript?from=${longTurns - 1}&limit=1`)
  expect(((await end.json()) as unknown[]).length).toBe(1)
})

test('prints every turn and finding, even those off-screen', async ({ page }) => {
  test.setTimeout(240_000)
  const late = { timeout: 60_000 }
  const { sessionId, videoId } = await reviewable(page)
  const size = { turns: 450, findings: 100 }
  await makeLong(videoId, size)
  await page.request.get(`/api/sessions/${sessionId}/highlight-summary`)
  const read = async <T>(path: string) => (await (await page.request.get(path)).json()) as T
  const turns = await read<{ text: string }[]>(`/api/videos/${videoId}/transcript?limit=2000`)
  const highlights = await read<{ quote: string; question: string }[]>(
    `/api/sessions/${sessionId}/highlights?limit=200`,
  )
  expect([turns.length, highlights.length]).toEqual([size.turns, size.findings])
  const print = async () => {
    const printed = execFileSync('pdftotext', ['-', '-'], {
      input: await page.pdf(),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    return printed.replaceAll(/[\s\f]/g, '')
  }
  const missing = (paper: string, texts: string[]) =>
    texts.filter((each) => !paper.includes(each.replaceAll(/\s/g, '')))

  await page.goto(`/sessions/${sessionId}/review`)
  await expect(page.getByRole('list', { name: `Highlights, 1 to 3 of ${size.findings}` })).toBeVisible(late)
  await expect(
    page.getByRole('region', { name: 'Transcript synced to video' }).locator('[data-word]').first(),
  ).toBeVisible(late)
  await page.getByRole('tab', { name: 'Chains' }).click()
  const room = await print()
  expect(
    missing(
      room,
      turns.map(({ text }) => text),
    ),
  ).toEqual([])
  expect(
    missing(
      room,
      highlights.map(({ quote }) => `“${quote}”`),
    ),
  ).toEqual([])

  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByRole('list', { name: /1 to 3 of 100$/ })).toBeVisible(late)
  const list = await print()
  expect(
    missing(
      list,
      highlights.map(({ quote }) => `“${quote}”`),
    ),
  ).toEqual([])

  await page.goto(`/videos/${videoId}`)
  await expect(page.getByRole('list', { name: `Findings, 1 to 3 of ${size.findings}` })).toBeVisible(late)
  const video = await print()
  expect(
    missing(
      video,
      turns.map(({ text }) => text),
    ),
  ).toEqual([])
  expect(
    missing(
      video,
      highlights.map(({ quote }) => `“${quote}”`),
    ),
  ).toEqual([])

  await page.goto(`/sessions/${sessionId}/review`)
  await expect(page.locator('[data-word]').first()).toBeVisible()
  await page.route('**/transcript?*limit=2000*', (route) => route.abort())
  expect(await print()).toContain(`${size.turns}of${size.turns}turnscouldn’tbeloadedandaren’tprinted.`)
})

test('a decision sends two requests, however many findings there are, and another tab follows', async ({ page }) => {
  test.setTimeout(240_000)
  const { sessionId, videoId } = await reviewable(page)
  const findings = 1000
  await makeLong(videoId, { turns: 2000, findings })
  const other = await page.context().newPage()
  await other.goto(`/sessions/${sessionId}/highlights`)
  await page.goto(`/sessions/${sessionId}/review?triage=true`)
  const triage = page.getByRole('dialog', { name: 'Review findings' })
  const left = (count: number) => triage.getByText(`${count} of ${findings} left`, { exact: true })
  await expect(left(findings)).toBeVisible({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')

  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/\/(highlight-decisions|highlight-summary|highlights|reel|chains)$/.test(pathname)) return
    sent.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  for (const [key, remaining] of [
    ['c', findings - 1],
    ['x', findings - 2],
    ['z', findings - 1],
  ] as const) {
    sent.length = 0
    await page.keyboard.press(key)
    await expect(left(remaining)).toBeVisible()
    await expect.poll(() => sent).toContain('GET highlight-summary')
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    expect(sent.toSorted(), key).toEqual(['GET highlight-summary', 'POST highlight-decisions'])
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Triage (${findings - 1})` })).toBeVisible()
  await expect(other.getByText('1 confirmed')).toBeVisible()
})
