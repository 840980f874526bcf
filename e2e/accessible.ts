import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that a theme can break; the others read the page, which is the same in both. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** A tooltip is drawn outside the landmarks; the control that it describes is inside one. */
const tooltip = '[data-radix-popper-content-wrapper]:has([role=tooltip])'

async function findViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** What is on the screen now, dialogs too, passes axe in the theme that is shown and, as to colors, in the other. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(hold)
  const shown = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light'
  const found = [
    ...(await findViolations(new AxeBuilder({ page }).withTags(rules).disableRules(['region']))),
    ...(await findViolations(new AxeBuilder({ page }).withRules(['region']).exclude(tooltip))),
  ]
  expect(found, `${page.url()} ${shown}`).toEqual([])
  const other = shown === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other })
  expect(await findViolations(new AxeBuilder({ page }).withRules(colorRules)), `${page.url()} ${other}`).toEqual([])
  await page.emulateMedia({ colorScheme: shown })
}
