import { expect, test } from '@playwright/test'
import type { WorkOverview } from '#contract/cases/overview.ts'
import { expectAccessible } from './accessible.ts'
import { enterAsOperator, openOperations, pipelineToken, signUpQuickly } from './people.ts'
import { reviewable } from './reviewable.ts'

test("shows the server's measurements for the selected period", async ({ page }) => {
  await enterAsOperator(page)
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await openOperations(page)
  const overview = page.getByRole('region', { name: 'System Overview' })
  for (const label of ['API Health', 'Response Time', 'Database storage', 'Build Status']) {
    await expect(overview.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(overview.getByText('sample', { exact: true })).toHaveCount(0)
  const endpoints = page.locator('#endpoints')
  await expect(endpoints.getByRole('heading', { name: 'API Endpoints' })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(endpoints.getByText('Healthy').first()).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 90_000 })
  const shapes = /^(GET|POST|PUT|PATCH|DELETE)\/api\/\S*?(Healthy|Failing)[\d.]+ms[\d,]+ requests? in 24 hours$/
  await expect(endpoints.getByRole('listitem').filter({ hasText: '/api/' }).first()).toHaveText(shapes)
  for (const [label, figure] of [
    ['API Health', /^API Health\s*\d+(\.\d+)?%/],
    ['Response Time', /^Response Time\s*[\d.]+ms\s*P95 latency$/],
    ['Database storage', /^Database storage\s*\d+(\.\d+)? GB$/],
    ['Build Status', /^Build Status\s*(Not measured yet\s*No build reported|\w+\s*Last reported build)$/],
  ] as const) {
    await expect(overview.locator('dl > div').filter({ hasText: label }).first()).toHaveText(figure, {
      timeout: 20_000,
    })
  }
  await expect(page.getByRole('button', { name: 'Add Endpoint' })).toBeHidden()

  const performance = page.locator('#performance')
  for (const window of ['24h', '7d', '30d']) {
    const asked = page.waitForRequest((request) => request.url().includes(`/api/performance?window=${window}`))
    await page.reload()
    const button = performance.getByRole('button', { name: window })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await asked
  }
  for (const label of ['Average response time', 'Uptime', 'Memory usage']) {
    await expect(performance.getByText(label, { exact: true }).first()).toBeVisible()
  }
  const database = page.locator('#database')
  for (const [label, figure] of [
    ['Name', /^Name\s*\S+/],
    ['Total items', /^Total items( \(approx\.\))?\s*[\d.,]+K?/],
    ['Average query time', /^Average query time\s*[\d.]+ ?ms/],
    ['Storage used', /^Storage used\s*[\d.]+ ?[KMG]B/],
  ] as const) {
    await expect(database.locator('dl > div').filter({ hasText: label })).toHaveText(figure)
  }
  const read = page.waitForResponse('**/api/dynamodb/stats')
  await database.getByRole('button', { name: 'Refresh' }).click()
  expect((await read).status()).toBe(200)
  await expect(database.getByRole('button', { name: 'Upload Data' })).toBeVisible()
})

test('fills missing figures with labeled samples and offers Retry after a failed load', async ({ page }) => {
  await signUpQuickly(page)
  const reads = ['system/overview', 'pipeline/status', 'dynamodb/stats', 'performance'].map((path) => `**/api/${path}*`)
  for (const path of reads) await page.route(path, (route) => route.fulfill({ json: {} }))
  await page.goto('/dashboard')
  await openOperations(page)
  const overview = page.getByRole('region', { name: 'System Overview' })
  for (const [place, figures] of [
    [overview, ['99.9%', '125 ms', '4.2 GB', 'Passing']],
    [page.locator('#database'), ['jury-core', '24800', '45ms', '2.1GB']],
    [page.locator('#performance'), ['156ms', '99.97%', '2.1GB']],
  ] as const) {
    for (const figure of figures) await expect(place.getByText(figure, { exact: true }).first()).toBeVisible()
  }
  await expect(overview.getByText('sample', { exact: true })).toHaveCount(11)
  await expect(page.getByText('Failed to load data')).toHaveCount(0)
  const performance = page.locator('#performance')
  await performance.getByRole('button', { name: '30d' }).click()
  await expect(performance.getByText('No data for the previous 30 days')).toHaveCount(3)

  for (const path of reads) await page.unroute(path)
  await page.route('**/api/dynamodb/stats', (route) => route.fulfill({ status: 503, body: 'Try later.' }))
  await page.route('**/api/performance?*', (route) =>
    route.fulfill({ json: { avgResponseTime: 10, responseTimeChange: 5, uptimeChange: 0, memoryChange: -2 } }),
  )
  await page.reload()
  await performance.getByRole('button', { name: '30d' }).click()
  await expect(performance.getByText('+5% vs. the previous 30 days', { exact: true })).toBeVisible()
  await performance.getByRole('button', { name: '7d' }).click()
  await expect(performance.getByText('+5% vs. the previous week', { exact: true })).toBeVisible()
  const database = page.locator('#database')
  await expect(database.getByText('Failed to load data')).toBeVisible()
  await expect(database.getByText('503: Try later.')).toBeVisible()
  await page.unroute('**/api/dynamodb/stats')
  await database.getByRole('button', { name: 'Try Again' }).click()
  await expect(database.getByText('Storage used')).toBeVisible()
})

test('the operator sees processes, their jobs, and jobs that no process takes', async ({ page }) => {
  await enterAsOperator(page)
  await page.goto('/dashboard')
  const workers = page.locator('#workers')
  await expect(workers.getByRole('listitem').filter({ hasText: /^Server on / })).toContainText('Running')
  await expect(workers.getByRole('row', { name: /^Analyses/ })).toHaveText(/Analyses\d+\d+/)
  await expect(workers.getByText('No worker')).toHaveCount(0)
  await expectAccessible(page, '#workers')
  const answer = await (await page.request.get('/api/system/nodes')).json()
  const without = (each: object) => ({ ...each, lanes: ['media', 'mail'], role: 'worker', state: 'outdated' })
  await page.route('**/api/system/nodes', (route) =>
    route.fulfill({ json: { ...answer, nodes: answer.nodes.map(without) } }),
  )
  await page.reload()
  await expect(workers.getByText('Outdated')).toBeVisible()
  await expect(workers.getByText('No worker')).toHaveCount(4)
  await expectAccessible(page, '#workers')
})

test('the operator adds, edits, and removes a monitored URL; a build reports its steps', async ({ page, baseURL }) => {
  await enterAsOperator(page)
  const report = (status: string, progress: number) =>
    page.request.post('/api/pipeline/report', {
      headers: { authorization: `Bearer ${pipelineToken}` },
      data: {
        kind: 'build',
        run: 'e2e',
        steps: [
          { name: 'types', status: 'completed', seconds: 12, result: '10 passed' },
          { name: 'browser', status, progress },
        ],
      },
    })
  const answer = await report('running', 40)
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  await page.goto('/dashboard')
  const pipeline = page.locator('#pipeline')
  await expect(pipeline.getByText('Active', { exact: true })).toBeVisible()
  await expect(pipeline.getByText('10 passed')).toBeVisible()
  await expect(pipeline.getByRole('listitem').filter({ hasText: 'types' })).toContainText('completed, 12 s')
  await expect(pipeline.getByRole('listitem').filter({ hasText: 'types' }).getByRole('progressbar')).toHaveCount(0)
  await expect(pipeline.getByRole('progressbar', { name: /browser/ })).toHaveAttribute('aria-valuenow', '40')

  await page.getByRole('button', { name: 'Add Endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(`${baseURL}/healthz`)
  await dialog.getByRole('button', { name: /^(Add|Save)/ }).click()
  await expect(dialog).toBeHidden()
  const endpoints = page.locator('#endpoints')
  const showAll = endpoints.getByRole('button', { name: /^Show all/ })
  if (await showAll.isVisible()) await showAll.click()
  const row = endpoints.getByRole('listitem').filter({ hasText: '/healthz' }).first()
  await expect(row).toBeVisible()
  await expectAccessible(page, '#endpoints')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
})

test('closes operations for everyone but the operator, and opens them from a link to one of their cards', async ({
  page,
}) => {
  const overview = page.getByRole('region', { name: 'System Overview' })
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible()
  await expect(page.getByText('No session today, and nothing left to review.')).toBeVisible()
  await expect(overview).toBeHidden()
  await openOperations(page)
  await expect(overview).toBeVisible()
  await page.reload()
  await expect(overview).toBeVisible()
  await openOperations(page)
  await expect(overview).toBeHidden()
  await page.goto('/dashboard#database')
  await expect(page.locator('#database')).toBeVisible()
  await enterAsOperator(page)
  await page.evaluate(() => localStorage.removeItem('dashboard.operations'))
  await page.goto('/dashboard')
  await expect(overview).toBeVisible()
})

test('leads with today’s session and its findings to review', { tag: '@zone' }, async ({ page }) => {
  const { sessionId } = await reviewable(page)
  const card = (name: string) =>
    page.locator('[data-card]').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const [today, others] = [card('Today'), card('Findings to review')]
  await page.goto('/dashboard')
  await expect(others.getByText('Mar 14, 2026')).toBeVisible()
  await expect(today).toBeHidden()
  await page.route('**/api/overview/work', async (route) => {
    const answer = await route.fetch()
    const work = (await answer.json()) as WorkOverview
    const sessions = work.sessions.map((each) => ({ ...each, isToday: true }))
    await route.fulfill({ response: answer, json: { ...work, sessions } })
  })
  await page.reload()
  await expect(today).toBeVisible()
  await expect(others).toBeHidden()
  const toReview = today.getByRole('link', { name: /^\d+ to review$/ })
  await expect(toReview).toHaveAttribute('href', `/sessions/${sessionId}/review`)
  await expect(today.getByRole('link', { name: 'Board' })).toHaveAttribute('href', `/sessions/${sessionId}/courtroom`)
  await today.getByRole('link', { name: 'Strike log' }).click()
  await expect(page).toHaveURL(`/sessions/${sessionId}/strike-log`)
})

test('shows one failure if every read fails, and a card for a single one', async ({ page }) => {
  await reviewable(page)
  let failing = /\/api\/(overview|cases|videos|system|endpoints|pipeline|dynamodb|performance)/
  await page.route('**/api/**', (route) =>
    failing.test(route.request().url()) ? route.fulfill({ status: 500, body: 'The disk is gone.' }) : route.fallback(),
  )
  await page.addInitScript(() => localStorage.setItem('dashboard.operations', 'open'))
  await page.goto('/dashboard')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(['Failed to load data500: The disk is gone.Try Again'])
  for (const name of ['Today', 'My cases', 'Latest videos', 'Operations']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeHidden()
  }
  failing = /\/api\/cases/
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming dates' })).toBeVisible()
  await expect(page.locator('#database').getByText('Storage used')).toBeVisible()
  const cases = page.locator('section').filter({ has: page.getByRole('heading', { name: 'My cases' }) })
  await expect(cases.getByRole('alert')).toHaveText('Failed to load data500: The disk is gone.Try Again')
  await expect(alert).toHaveCount(1)
})

type Shifts = { total: number; moved: string[] }

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the first dashboard renders without layout shift at ${width} px`, async ({ page }) => {
    await reviewable(page)
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      localStorage.setItem('dashboard.operations', 'open')
      const shifts: Shifts = { total: 0, moved: [] }
      Object.assign(window, { shifts })
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (hadRecentInput) continue
          shifts.total += value
          const names = sources.map(({ node }) => (node instanceof Element ? node.textContent.slice(0, 40) : '?'))
          shifts.moved.push(`${value.toFixed(3)} ${names.join(' | ')}`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let order = 0
    await page.route('**/api/**', async (route) => {
      const wait = 60 * ++order
      if (!route.request().url().endsWith('/live')) await new Promise((resolve) => setTimeout(resolve, wait))
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Upcoming dates' })).toBeVisible()
    await expect(page.locator('#database').getByText('Storage used')).toBeVisible()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    const { total, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
    expect(total, moved.join('\n')).toBeLessThanOrEqual(0.05)
  })
}
