import { ApiError, unreachable } from './apiError.ts'

/** Asks the server itself: the service worker answers neither this address nor this kind of request. */
export const isReachable = (): Promise<boolean> =>
  fetch('/app.html', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** `online` can fire before the server is reachable, and never fires when only the server was down. */
const askAgainMs = 5000

/** Calls `onChance` whenever the server may be back. Returns what ends it. */
export function watchForServer(onChance: () => void): () => void {
  window.addEventListener('online', onChance)
  const timer = setInterval(onChance, askAgainMs)
  return () => {
    window.removeEventListener('online', onChance)
    clearInterval(timer)
  }
}

/** Throws `unreachable` while the server can't be reached, so that the screen can say so in place. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    if (!(await isReachable())) throw unreachable()
    // Either the connection dropped for a moment, or the server no longer has this code.
    return load()
  }
}

/** Loads part of a screen. While the server can't be reached it waits, and the rest of the screen stays. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadCode(load)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const chance = Promise.withResolvers<void>()
      const stop = watchForServer(chance.resolve)
      await chance.promise
      stop()
    }
  }
}
