import type { Page } from '@playwright/test'

/** Hides what differs between machines or covers a screen: the connection in the header, and the tour. */
export const steady = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: undefined })
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (key) {
      return key.startsWith('tour.') ? 'over' : getItem.call(this, key)
    }
  })
