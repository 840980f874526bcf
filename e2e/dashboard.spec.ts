import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { enterAsOperator, pipelineToken, signUpQuickly } from './people.ts'

test('the figures are those that the server measured, and the buttons choose the time', async ({ page }) => {
  // Whoever comes first runs the installation: not the person of this test.
  await enterAsOperator(page)
  await signUpQuickly(page)
  await page.goto('/dashboard')
  const overview = page.getByRole('region', { name: 'System Overview' })
  for (const label of ['API Health', 'Response Time', 'Database Storage', 'Build Status']) {
    await expect(overview.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(overview.getByText('P95 latency')).toBeVisible()
  await expect(overview.getByText('sample', { exact: true })).toHaveCount(0)
  const endpoints = page.locator('#endpoints')
  await expect(endpoints.getByRole('heading', { name: 'API Endpoints' })).toBeVisible()
  // What was counted is written once a minute.
  await expect(async () => {
    await page.reload()
    await expect(endpoints.getByText('Healthy').first()).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 90_000 })
  await expect(endpoints.getByText(/requests? in 24 hours/).first()).toBeVisible()
  // Who is not the operator looks, and is offered nothing that would be refused.
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
  await expect(database.getByText('Storage used')).toBeVisible()
  const read = page.waitForResponse('**/api/dynamodb/stats')
  await database.getByRole('button', { name: 'Refresh' }).click()
  expect((await read).status()).toBe(200)
  await expect(database.getByRole('button', { name: 'Upload Data' })).toBeVisible()
})

test('what the server leaves out is filled with marked samples, and a failed read can be tried again', async ({
  page,
}) => {
  await signUpQuickly(page)
  const nothing = { apiHealth: undefined, requestCount24h: 0 }
  await page.route('**/api/system/overview', (route) => route.fulfill({ json: nothing }))
  await page.route('**/api/dynamodb/stats', (route) => route.fulfill({ status: 503, body: 'Try later.' }))
  await page.goto('/dashboard')
  const overview = page.getByRole('region', { name: 'System Overview' })
  for (const figure of ['99.9%', '125', '4.2', 'Passing']) await expect(overview).toContainText(figure)
  await expect(overview.getByText('sample', { exact: true })).toHaveCount(4)

  const database = page.locator('#database')
  await expect(database.getByText('Failed to load data')).toBeVisible()
  await expect(database.getByText('503: Try later.')).toBeVisible()
  await page.unroute('**/api/dynamodb/stats')
  await database.getByRole('button', { name: 'Try Again' }).click()
  await expect(database.getByText('Storage used')).toBeVisible()
})

test('the operator has an address checked, changes it and takes it out; a build reports its steps', async ({
  page,
  baseURL,
}) => {
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
  await expect(pipeline.getByRole('progressbar', { name: /browser/ })).toBeVisible()

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
  const { violations } = await new AxeBuilder({ page }).include('#endpoints').analyze()
  expect(violations.map((each) => each.id)).toEqual([])
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
})
