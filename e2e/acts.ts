import type { Locator, Page } from '@playwright/test'

/** Drops a file as the operating system does, so the browser opens it if the page doesn't handle the drop. */
export async function dropFile(page: Page, target: Locator, file: string): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to drop on.')
  const browser = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 40) / 2 }
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { ...at, type, data })
  await browser.detach()
}

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
