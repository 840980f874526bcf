const isPossible = (): boolean => 'serviceWorker' in navigator

/**
 * Caches the files and API responses that this page has loaded, including those from before the service worker was
 * installed. `more` lists extra API paths.
 */
export function keepForOffline(more: readonly string[] = []): void {
  if (!isPossible()) return
  const keep = async () => {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has only one origin
    active?.postMessage({
      kind: 'keep',
      urls: [...urls, window.location.href, ...more.map((path) => new URL(path, window.location.href).href)],
    })
  }
  // Private windows may reject service workers.
  keep().catch(() => {})
}

export async function forgetOffline(): Promise<void> {
  if (!isPossible()) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  registration?.active?.postMessage({ kind: 'forget' })
}
