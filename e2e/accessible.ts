import { expect, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

declare global {
  interface Window {
    axe: typeof Axe
  }
}
type Run = { context: { include: [string][]; exclude: [string][] } } & Axe.RunOptions

/**
 * Disables transitions. Intermediate colors fail contrast checks, and a transition may never finish in a background
 * tab.
 */
const hold = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets = [sheet]
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colorRules = ['color-contrast', 'link-in-text-block']

const tooltip = '[data-radix-popper-content-wrapper]:has([role=tooltip])'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function findViolations(page: Page, runs: readonly Run[]): Promise<string[]> {
  // Load axe with `evaluate` because the page's content security policy doesn't apply to it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (asked) => {
    const found: string[] = []
    for (const { context, ...options } of asked) {
      const { violations } = await window.axe.run(context, {
        ...options,
        resultTypes: ['violations'],
      } as Axe.RunOptions)
      found.push(
        ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      )
    }
    return found
  }, runs)
}

export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await page.evaluate(hold)
  const shown = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light'
  const context = { include: [[within] as [string]], exclude: [] }
  const all: Run[] = [
    { context, runOnly: tags, rules: { region: { enabled: false } } },
    { context: { ...context, exclude: [[tooltip]] }, runOnly: ['region'] },
  ]
  expect(await findViolations(page, all), `${page.url()} ${shown}`).toEqual([])
  const other = shown === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  const colors: Run[] = [{ context, runOnly: colorRules }]
  expect(await findViolations(page, colors), `${page.url()} ${other}`).toEqual([])
  await page.emulateMedia({ colorScheme: shown })
}
