import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = ['dark', 'light'] as const

/** Colours still on their way to the other theme have a contrast that nobody reads. A page behind another one never ends them. */
const settled = () => {
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
  for (const transition of transitions) transition.finish()
}

/** What is on the screen now, dialogs too, passes axe in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settled)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect(found, `${page.url()} ${colorScheme}`).toEqual([])
  }
}
