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
 * Colors on their way to another theme, or a toast fading in, have a contrast that nobody reads. A page behind another
 * one never ends them, and what `content-visibility` leaves out begins them only when it is measured: so none begins.
 */
const hold = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets = [sheet]
}

/** The rules of WCAG 2.2 AA and what axe thinks good beside them. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that a theme can break; the others read the page, which is the same in both. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** A tooltip is drawn outside the landmarks; the control that it describes is inside one. */
const tooltip = '[data-radix-popper-content-wrapper]:has([role=tooltip])'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Breaks of these rules on the page as it stands, each with the elements that break it. */
async function findViolations(page: Page, runs: readonly Run[]): Promise<string[]> {
  // Once per document. The page's policy for scripts doesn't apply to `evaluate`.
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

/** What is on the screen now, dialogs too, passes axe in the theme that is shown and, as to colors, in the other. */
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
