import { ApiError, unreachable } from './apiError.ts'

/** Asks the server itself: the service worker answers neither this address nor this kind of request. */
export const isReachable = (): Promise<boolean> =>
  fetch('/app.html', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Where code of a screen can't be reached, the screen says so in place; a page reloaded without a line would be lost. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    if (!(await isReachable())) throw unreachable()
    // The line was lost for a moment only, or the server no longer has this code.
    return load()
  }
}

/** How often a part of a screen that could not be loaded is asked for again. */
const askAgainMs = 5000

/** For a part of a screen: it comes when the line is back, and until then the screen around it stays. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadCode(load)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await new Promise((done) => {
        window.addEventListener('online', done, { once: true })
        setTimeout(done, askAgainMs)
      })
    }
  }
}
