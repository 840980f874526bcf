import { unreachable } from './apiError.ts'

/** Asks the server itself: the service worker answers neither this address nor this kind of request. */
export const isReachable = (): Promise<boolean> =>
  fetch('/app.html', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Code that could not be loaded: without a line that is no fault of the page, and reloading it would lose it. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw (await isReachable()) ? error : unreachable()
  }
}
