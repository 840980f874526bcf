import { type FunctionComponent, lazy } from 'react'
import { ApiError, unreachable } from '../apiError.ts'

/**
 * Uses HEAD because the service worker doesn't handle HEAD requests. A proxy answers with 502 to 504 if it can't reach
 * the server.
 */
export const isReachable = (): Promise<boolean> =>
  fetch('/app.html', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 502,
    () => false,
  )

/** `online` can fire before the server is reachable, and never fires if only the server was down. */
const askAgainMs = 5000

export function watchForServer(onChance: () => void): () => void {
  window.addEventListener('online', onChance)
  const timer = setInterval(onChance, askAgainMs)
  return () => {
    window.removeEventListener('online', onChance)
    clearInterval(timer)
  }
}

const codeAddress = /https?:\/\/\S+\.js/
let attempt = 1

export async function loadCode<M>(load: () => Promise<M>, pick: (module: M) => unknown): Promise<M> {
  try {
    return await load()
  } catch {
    if (!(await isReachable())) throw unreachable()
    return loadAgain(load, pick)
  }
}

/** Browsers cache a failed import until the page reloads, so the retry needs a different URL. */
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
