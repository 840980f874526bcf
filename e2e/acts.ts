import type { Locator, Page } from '@playwright/test'

/** Counts clicks, key presses, and drops. Typing into a field isn't counted. */
export function countActs() {
  let acts = 0
  return {
    click: async (target: Locator) => {
      acts += 1
      await target.click()
    },
    choose: async (page: Page, file: string) => {
      acts += 1
      await page.locator('input[type=file][multiple]').setInputFiles(file)
    },
    drop: async (page: Page, name: string, text: string) => {
      acts += 1
      const files = await page.evaluateHandle(
        ([title, content]) => {
          const held = new DataTransfer()
          held.items.add(new File([content!], title!))
          return held
        },
        [name, text],
      )
      await page.dispatchEvent('main', 'drop', { dataTransfer: files })
    },
    press: async (page: Page, key: string) => {
      acts += 1
      await page.keyboard.press(key)
    },
    total: () => acts,
  }
}
