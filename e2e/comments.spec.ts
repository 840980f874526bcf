import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test.describe.configure({ timeout: 240_000 })

test('@ in a comment suggests case members, by keyboard alone', async ({ page }) => {
  const { sessionId, caseId } = await reviewable(page)
  const members = (await (await page.request.get(`/api/cases/${caseId}/members`)).json()) as { name: string }[]
  const name = members[0]!.name
  await page.goto(`/sessions/${sessionId}/highlights`)
  await page
    .getByRole('button', { name: /comments$/ })
    .first()
    .click()
  const text = page.getByRole('textbox', { name: 'Comment' })
  await text.focus()
  await page.keyboard.type(`Ask again, @${name.slice(0, 3).toLowerCase()}`)
  const options = page.getByRole('listbox', { name: 'Case members' }).getByRole('option')
  await expect(options).toHaveText([name])
  await expect(text).toHaveAttribute('aria-activedescendant', /.+/)
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(text).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('@')
  await expect(options).toHaveText([name])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(`Ask again, @${name} `)
  await expect(options).toHaveCount(0)
  await page.keyboard.type('please.')
  await page.getByRole('button', { name: 'Add comment' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Ask again, @${name} please.`)).toBeVisible()
})
