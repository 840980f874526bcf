import type { Page } from '@playwright/test'

const mostStops = 160

export async function tabTo(page: Page, name: string): Promise<void> {
  const target = page
    .getByLabel(name, { exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .first()
  for (let presses = 0; presses < mostStops; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}
