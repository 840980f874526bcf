import { expect, type Page, test } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Account } from '#contract/account/auth.ts'
import { expectAccessible } from './accessible.ts'
import { password, signUp, signUpQuickly } from './people.ts'

const createCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function setUpTwoFactor(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const form = page.locator('form').filter({ has: page.getByLabel('App code') })
  const secret = ((await form.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('App code').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is incorrect or already used. Wait for the next one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('App code').fill(createCode(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = (await page.getByLabel('Recovery codes').inputValue()).split('\n')
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  return { secret, codes }
}

test('sets up two-factor sign-in, asks for the code at sign-in, and accepts a recovery code', async ({ page }) => {
  const { email } = await signUp(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up two-factor' }).click()
  const { secret, codes } = await setUpTwoFactor(page)
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await signOut(page)
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  const code = createCode(secret)
  await page.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto('/profile')
  await signOut(page)
  await signIn(page, email)
  await page.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is incorrect or already used. Wait for the next one.')).toBeVisible()
  await page.getByLabel('Code').fill(codes[0]!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/profile')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
})

test('asks for the code before sign-in settings change', async ({ page }) => {
  await signUpQuickly(page)
  const begun = await page.request.post('/api/auth/two-factor/begin', { data: { password } })
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await page.request.post('/api/auth/two-factor/confirm', { data: { code: createCode(secret) } })
  const { recoveryCodes: codes } = (await confirmed.json()) as { recoveryCodes: string[] }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog.getByText('Enter the six-digit code from your app, or a recovery code.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Code', { exact: true }).fill(codes[1]!)
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  const fresh = (await dialog.getByLabel('Recovery codes').inputValue()).split('\n')
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()

  const newPassword = 'another long password'
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('Code', { exact: true }).fill(fresh[0]!)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'New token' }).click()
  const token = page.getByRole('dialog', { name: 'New API token' })
  await token.getByLabel('Token name').fill('Nightly report')
  await token.getByLabel('Your password').fill(newPassword)
  await token.getByLabel('Code', { exact: true }).fill(fresh[1]!)
  await token.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('textbox', { name: 'API token' })).toBeVisible()
})

test('blocks everyone without two-factor sign-in if the firm requires it', async ({ page }) => {
  await signUp(page)
  await page.goto('/settings')
  await page.getByLabel('Require two-factor sign-in for everyone').check()
  await page.getByRole('button', { name: 'Save sign-in rules' }).click()
  await expect(page.getByText('Sign-in rules saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
  await page.goto('/cases')
  await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
  await expectAccessible(page)
  const { codes } = await setUpTwoFactor(page)
  await expect(page).toHaveURL(/\/cases/)
  await expect(page.getByRole('heading', { name: 'Cases', exact: true })).toBeVisible()

  await page.goto('/settings')
  await page.getByLabel('Require two-factor sign-in for everyone').uncheck()
  const save = page.getByRole('button', { name: 'Save sign-in rules' })
  await save.click()
  await expect(page.getByText('Enter your password.', { exact: true })).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await save.click()
  await expect(page.getByText('Enter the six-digit code from your app, or a recovery code.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(codes[0]!)
  await save.click()
  await expect(page.getByText('Sign-in rules saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Your password')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Require two-factor sign-in for everyone')).not.toBeChecked()
})

test('adds, renames, uses, and removes a passkey', async ({ page, baseURL }) => {
  // Passkeys need a host name, but other tests use the IP address.
  const at = baseURL!.replace('127.0.0.1', 'localhost')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${at}/sign-up`)
  await page.getByLabel('Firm').fill('Sample Firm')
  await page.getByLabel('Your name').fill('Trial Attorney')
  await page.getByLabel('Email').fill(`passkey-${Date.now()}@firm.example`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(`${at}/profile`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectAccessible(page)
  await page.getByLabel('Passkey name').fill('Court laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Court laptop', { exact: true })).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${at}/profile`)
  await expect(page.getByText('with passkey', { exact: false }).first()).toBeVisible()
  await expect(page.getByText(/last used just now/)).toBeVisible()

  await page.getByRole('button', { name: 'Rename Court laptop' }).click()
  await page.getByLabel('Passkey name').fill('Old laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Old laptop', { exact: true })).toBeHidden()

  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(1)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey didn’t work.')
  await expectAccessible(page)
})

test('lists a session in another browser and ends it', async ({ page, browser, baseURL }) => {
  const { email } = await signUp(page)
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const other = await elsewhere.newPage()
  await other.goto('/sign-in')
  await signIn(other, email)
  await expect(other).toHaveURL(/\/dashboard/)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await other.goto('/cases')
  await expect(other).toHaveURL(/\/sign-in/)

  await signIn(other, email)
  await expect(other).toHaveURL(/\/cases/)
  await page.reload()
  await page.getByRole('button', { name: /^Sign out of / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await other.goto('/cases')
  await expect(other).toHaveURL(/\/sign-in/)
  await elsewhere.close()
})

test('warns about unsaved profile changes and keeps saved ones', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/profile')
  const title = page.getByLabel('Title')
  await title.fill('Partner')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Venire dashboard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(title).toHaveValue('Partner')
  await page.getByRole('button', { name: 'Add bar admission' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Some fields need attention.')).toBeVisible()
  await page.getByLabel('State or court').fill('Texas')
  await page.getByLabel('Bar number').fill('24001234')
  await page.getByLabel('Year admitted').fill('2008')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Venire dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/profile')
  await expect(title).toHaveValue('Partner')
  await expect(page.getByLabel('Bar number')).toHaveValue('24001234')

  await title.fill('Counsel')
  await page.getByRole('link', { name: 'Venire dashboard' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('shows an API token once; it stops working when revoked', async ({ page, playwright, baseURL }) => {
  await signUpQuickly(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Token name').fill('Nightly report')
  await page.getByLabel('Your password').fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('textbox', { name: 'API token' }).inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText('Nightly report vnr_')).toBeVisible()
  expect(await page.content()).not.toContain(token)

  const script = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect((await script.get('/api/cases')).status()).toBe(200)
  const write = await script.post('/api/cases', { data: { title: 'State v. Example', caseNumber: 'T-1' } })
  expect([write.status(), await write.text()]).toEqual([
    403,
    `This API token can’t do this: it lacks the scope "write".`,
  ])
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('Nightly report vnr_')).toBeHidden()
  expect((await script.get('/api/cases')).status()).toBe(401)
  await script.dispose()
})

test('axe finds no problems on profile and settings, for administrators and members', async ({ page }) => {
  await signUpQuickly(page)
  for (const path of ['/profile', '/settings', '/confirm-email?token=aaaaaaaaaaaaaaaaaaaaaaaa']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle').catch(() => {})
    await expectAccessible(page)
  }
  await page.route('**/api/auth/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), role: 'member' } })
  })
  await page.goto('/settings')
  await expect(page.getByText('Only firm administrators can change these settings.')).toBeVisible()
  await expect(page.getByLabel('Firm name')).toBeDisabled()
  await expectAccessible(page)
})

test('signing out in one tab signs out every tab and clears the screen', async ({ page }) => {
  await signUpQuickly(page)
  const { email } = (await (await page.request.get('/api/auth/account')).json()) as { email: string }
  await page.goto('/profile')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByText(email).first()).toBeVisible()
  await signOut(page)
  await expect(other).toHaveURL(/\/sign-in/)
  await expect(other.getByText(email)).toHaveCount(0)
})

test('polls after five minutes without input leave the idle limit alone', async ({ page }) => {
  await signUpQuickly(page)
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const nextPoll = async (seconds: number) => {
    const poll = page.waitForRequest((request) => request.url().includes('/api/notifications'))
    await page.clock.fastForward(seconds * 1000)
    return (await poll).headers()['x-unattended']
  }
  await page.keyboard.press('Shift')
  expect(await nextPoll(60)).toBeUndefined()
  expect(await nextPoll(301)).toBe('1')
  await page.mouse.move(50, 60)
  expect(await nextPoll(60)).toBeUndefined()
})

test('password fields hide what is typed, take a paste, and are named for password managers', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const check = async (path: string, kinds: readonly string[], opener?: string) => {
    await page.goto(path)
    if (opener) await page.getByRole('button', { name: opener }).click()
    const fields = (opener ? page.getByRole('dialog') : page)
      .getByLabel(/password/i)
      .and(page.locator('input:not([type=checkbox])'))
    await expect(fields, path).toHaveCount(kinds.length)
    await page.evaluate((text) => navigator.clipboard.writeText(text), password)
    for (const [at, field] of (await fields.all()).entries()) {
      await expect(field, path).toHaveAttribute('type', 'password')
      await expect(field, path).toHaveAttribute('autocomplete', kinds[at]!)
      await field.press('ControlOrMeta+v')
      await expect(field, path).toHaveValue(password)
    }
  }
  await check('/sign-up', ['new-password'])
  await check('/sign-in', ['current-password'])
  await check('/reset?token=aaaaaaaaaaaaaaaaaaaaaaaa', ['new-password'])
  await signUpQuickly(page)
  const invited = { email: `${randomBytes(6).toString('hex')}@firm.example`, role: 'member', profession: 'attorney' }
  const { url } = (await (await page.request.post('/api/team/invitations', { data: invited })).json()) as {
    url: string
  }
  await check('/profile', ['current-password', 'new-password'])
  for (const opener of ['Change email', 'Set up two-factor', 'New token'])
    await check('/profile', ['current-password'], opener)
  await context.clearCookies()
  await check(new URL(url).pathname + new URL(url).search, ['new-password'])
})

test('switching to a firm shows progress on that firm alone', async ({ page }) => {
  await signUpQuickly(page)
  const account = (await (await page.request.get('/api/auth/account')).json()) as Account
  const others = ['Second Firm', 'Third Firm'].map((name) => ({ id: crypto.randomUUID(), name }))
  const json = { ...account, firms: [...account.firms, ...others] }
  await page.route('**/api/auth/account', (route) => route.fulfill({ json }))
  await page.route('**/api/auth/firm', () => {})
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Switch to Second Firm' }).click()
  await expect(page.getByRole('button', { name: 'Switch to Second Firm' })).toHaveAttribute('aria-busy', 'true')
  const other = page.getByRole('button', { name: 'Switch to Third Firm' })
  await expect(other).toBeDisabled()
  await expect(other).not.toHaveAttribute('aria-busy')
})
