/** Readable without the network: the service worker keeps the pages, the scripts and a few answers (public/sw.js). */

/** Service workers exist on https and on this machine only; elsewhere everything works as long as the line does. */
const isPossible = (): boolean => 'serviceWorker' in navigator

/**
 * Makes what is loaded now available without the network. Files that came before the worker was there are named to it,
 * and the reads of the screen are kept as they are fetched again; `more` names reads that the screen has not made yet.
 */
export function keepForOffline(more: readonly string[] = []): void {
  if (!isPossible()) return
  const keep = async () => {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    active?.postMessage({
      kind: 'keep',
      urls: [...urls, window.location.href, ...more.map((path) => new URL(path, window.location.href).href)],
    })
  }
  // A browser that refuses (private windows do) leaves everything as it is online.
  keep().catch(() => {})
}

/** Removes every answer that was kept on this device. */
export async function forgetOffline(): Promise<void> {
  if (!isPossible()) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  registration?.active?.postMessage({ kind: 'forget' })
}
