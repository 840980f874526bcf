import { expect, type Page, test } from '@playwright/test'
import { openLine } from './line.ts'
import { password } from './people.ts'
import { reviewable } from './reviewable.ts'

const spoken = 'Would that be a hardship for anyone'

/** Everything that the service worker has kept of the case, as text. */
const keptText = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith('/api/')) texts.push(await (await cache.match(request))!.text())
    }
    return texts.join('\n')
  })

test('the transcript in the review room is read without a line, and gone from the device at sign-out', async ({
  page,
  baseURL,
}) => {
  // The sample is analysed first, and a busy machine takes its time for that.
  test.setTimeout(400_000)
  const { sessionId, videoId } = await reviewable(page)
  const line = await openLine(baseURL ?? '')
  const { email } = (await (await page.request.get('/api/auth/account')).json()) as { email: string }
  await page.request.post(`${line.url}/api/auth/sign-in/email`, { data: { email, password } })
  const room = `${line.url}/sessions/${sessionId}/review?v=${videoId}`
  await page.goto(room)
  await expect(page.getByText(spoken).first()).toBeVisible()
  await expect.poll(() => keptText(page), { timeout: 30_000 }).toContain(spoken)
  await expect.poll(() => keptText(page)).toContain('"starts"')

  line.cut()
  await page.goto(room)
  await expect(page.getByText(spoken).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  line.mend()
  await page.reload()
  await expect(page.getByText(spoken).first()).toBeVisible()
  await page
    .getByRole('button', { name: /account|your menu|menu of/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  // Signing out loads the page anew; asked in the midst of that, nobody answers, and it is asked again.
  await expect.poll(() => keptText(page).catch(() => spoken)).not.toContain(spoken)
  line.cut()
  await page.goto(room).catch(() => {})
  await expect(page.getByText(spoken)).toHaveCount(0)
  await line.close()
})

test('the application can be installed: a manifest with icons of the sizes it names', async ({ page }) => {
  await page.goto('/sign-in')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/dashboard'])
  expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true)
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  const all = [...manifest.icons, { src: touch ?? '', sizes: '180x180' }]
  for (const { src, sizes } of all) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes])
  }
})
