import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signUpQuickly } from './people.ts'

test('shows Page Not Found with a 404 status and links for an unknown path', async ({ page }) => {
  for (const path of ['/no-such-page', '/cases-of-old/1', '/sessions/1/nothing']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page Not Found', level: 1 })).toBeVisible()
  }
  const ways = {
    Homepage: '/',
    Dashboard: '/dashboard',
    'Video Processing': '/video-processing',
    Cases: '/cases',
    Profile: '/profile',
  }
  for (const [name, href] of Object.entries(ways)) {
    const link = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: new RegExp(`^${name}`) })
    await expect(link).toHaveAttribute('href', href)
    expect((await link.innerText()).length).toBeGreaterThan(name.length + 10)
  }
  const answers = [
    ['How do I upload videos?', /drag and drop your files or browse for them\. MP4, MOV, AVI, and WebM/],
    ['Where can I view case analytics?', /Open Cases/],
    ['How do I export reports?', /PDF or Excel from the Exports page/],
    ['How do I collaborate with my team?', /Add team members from the case details page/],
  ] as const
  for (const [question, answer] of answers) {
    await page.getByText(question).click()
    await expect(page.getByText(answer)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Still Need Help?' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Go to homepage' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'View Documentation' }).click()
  await expect(page).toHaveURL('/legal#docs')
  await expect(page.getByRole('heading', { name: 'Documentation', exact: true })).toBeInViewport()
})

test('shows a rendering error and offers to reload', async ({ page }) => {
  await signUpQuickly(page)
  let isBroken = true
  // This code loads but throws when it renders. If the download failed, the page would show the offline state instead.
  const body = 'export function Dashboard() { throw new Error("broken") }'
  await page.route(/assets\/Dashboard-[^/]+\.js/, (route) =>
    isBroken ? route.fulfill({ contentType: 'text/javascript', body }) : route.continue(),
  )
  await page.goto('/dashboard')
  await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible()
  await expect(
    page.getByText('We encountered an unexpected error. Please try refreshing the page.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  isBroken = false
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('shows the status and server message of a failed load, with Retry', async ({ page }) => {
  await signUpQuickly(page)
  let body: string | null = 'The disk is being replaced.'
  await page.route(/\/api\/cases(\?|$)/, (route) =>
    body === null ? route.continue() : route.fulfill({ status: 503, contentType: 'text/plain', body }),
  )
  await page.goto('/cases')
  const card = page.getByRole('alert').filter({ hasText: 'Failed to load data' })
  await expect(card).toContainText('503: The disk is being replaced.')
  await expectAccessible(page)
  body = ''
  await card.getByRole('button', { name: 'Try Again' }).click()
  await expect(card).toContainText('503: Service Unavailable')
  body = null
  await card.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No cases yet')).toBeVisible()
  await expect(card).toBeHidden()
})

test('case and session pages show Loading while their code loads', async ({ page }) => {
  await signUpQuickly(page)
  const held = Promise.withResolvers<void>()
  await page.route(/assets\/(Cases|CaseDetail|SessionReview)-[^/]+\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  const nothing = '00000000-0000-4000-8000-000000000000'
  for (const path of ['/cases', `/cases/${nothing}`, `/sessions/${nothing}/review`]) {
    await expect(async () => {
      await page.goto(path)
      const loading = page.locator('#main').getByRole('status').getByText('Loading', { exact: true })
      await expect(loading).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  }
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
