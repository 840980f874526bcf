import { expect, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

export const password = 'a long enough password'

export async function signUp(page: Page): Promise<{ email: string }> {
  const email = `${randomBytes(6).toString('hex')}@firm.example`
  await page.goto('/sign-up')
  await page.getByLabel('Firm').fill('Sample Firm')
  await page.getByLabel('Your name').fill('Trial Attorney')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return { email }
}

export async function signUpQuickly(page: Page): Promise<void> {
  const email = `${randomBytes(6).toString('hex')}@firm.example`
  const response = await page.request.post('/api/auth/sign-up/email', {
    data: { firmName: 'Sample Firm', name: 'Trial Attorney', email, password },
  })
  expect(response.status()).toBe(200)
}

/** `e2e/server.ts` creates this account and accepts build reports with this token. */
export const operator = { firmName: 'Operations', name: 'Operator', email: 'operator@firm.example', password }
export const pipelineToken = 'a-token-of-the-end-to-end-tests'

export async function enterAsOperator(page: Page): Promise<void> {
  const { email } = operator
  const entered = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(entered.status()).toBe(200)
}

export const openOperations = (page: Page): Promise<void> => page.getByText('Operations', { exact: true }).click()
