import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

/** Drops a file the way the operating system does. If the page doesn't handle the drop, the browser opens the file. */
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

export function readActs(task: string): number {
  const page = readFileSync(new URL('../docs/usability.md', import.meta.url), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith(`| ${task} |`))
  const stated = /\d+/.exec(row?.split('|')[3] ?? '')
  if (!stated) throw new Error(`docs/usability.md has no count for: ${task}`)
  return Number(stated[0])
}

/** Counts clicks, key presses, list selections, and drops. Doesn't count typing in a field. */
export function countActs() {
  let acts = 0
  return {
    click: async (target: Locator) => {
      acts += 1
      await target.click()
    },
    select: async (target: Locator, option: string) => {
      acts += 1
      await target.selectOption({ label: option })
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
