import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = ['dark', 'light'] as const

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

/** "color-contrast: .badge, h2 > span": what axe finds on the screen as it is now, and where. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** What is on the screen now, dialogs too, passes axe in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(hold)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page), `${page.url()} ${colorScheme}`).toEqual([])
  }
}
