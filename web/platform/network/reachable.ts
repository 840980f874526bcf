import { type FunctionComponent, lazy } from 'react'
import { ApiError, unreachable } from '../apiError.ts'

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

/** As Chromium and Firefox say which code could not be loaded. */
const codeAddress = /https?:\/\/\S+\.js/
let attempt = 1

/** Throws `unreachable` while the server can't be reached, so that the screen can say so in place. */
export async function loadCode<M>(load: () => Promise<M>, pick: (module: M) => unknown): Promise<M> {
  try {
    return await load()
  } catch {
    if (!(await isReachable())) throw unreachable()
    return loadAgain(load, pick)
  }
}

/**
 * Either the connection dropped for a moment, or the server no longer has this code. Most browsers remember the failure
 * for as long as the page is open, and the code loads only from another address.
 */
async function loadAgain<M>(load: () => Promise<M>, pick: (module: M) => unknown): Promise<M> {
  try {
    return await load()
  } catch (error) {
    const [address] = codeAddress.exec(String(error)) ?? []
    if (!address) throw error
    const module = (await import(/* @vite-ignore */ `${address}?again=${attempt}`).catch(() => {
      attempt++
      throw error
    })) as M
    if (!pick(module)) throw error
    return module
  }
}

/** Part of a screen. While the server can't be reached it waits, and the rest of the screen stays. */
export const lazyPart = <M, P>(load: () => Promise<M>, pick: (module: M) => FunctionComponent<P>) =>
  lazy(async () => ({ default: pick(await loadPart(load, pick)) }))

async function loadPart<M>(load: () => Promise<M>, pick: (module: M) => unknown): Promise<M> {
  for (;;) {
    try {
      return await loadCode(load, pick)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const chance = Promise.withResolvers<void>()
      const stop = watchForServer(chance.resolve)
      await chance.promise
      stop()
    }
  }
}
