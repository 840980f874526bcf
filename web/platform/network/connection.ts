import { useSyncExternalStore } from 'react'

type Connection = {
  isOnline: boolean
  isSlowConnection: boolean
  connectionType: string | null
  effectiveType: string | null
  downlink: number | null
  rtt: number | null
}

type NetworkInformation = EventTarget & { type?: string; effectiveType?: string; downlink?: number; rtt?: number }
type NetworkFacts = Pick<NetworkInformation, 'type' | 'effectiveType' | 'downlink' | 'rtt'>

const slowTypes = ['slow-2g', '2g', '3g']
const slowBelowMbps = 1.5

export function toConnection(isOnline: boolean, facts: NetworkFacts | undefined): Connection {
  const effectiveType = facts?.effectiveType ?? null
  const downlink = facts?.downlink ?? null
  const isSlow =
    (effectiveType !== null && slowTypes.includes(effectiveType)) || (downlink !== null && downlink < slowBelowMbps)
  return {
    isOnline,
    isSlowConnection: isOnline && isSlow,
    connectionType: facts?.type ?? null,
    effectiveType,
    downlink,
    rtt: facts?.rtt ?? null,
  }
}

export function connectionMessage(connection: Connection): string | null {
  if (!connection.isOnline) return "You're offline. Some features may not work."
  if (!connection.isSlowConnection) return null
  return `Slow connection detected (${connection.effectiveType ?? 'unknown'}). Loading may be delayed.`
}

const network = (): NetworkInformation | undefined =>
  (navigator as Navigator & { connection?: NetworkInformation }).connection

let current: Connection | undefined
function readConnection(): Connection {
  const next = toConnection(navigator.onLine, network())
  // Keeps the same object because useSyncExternalStore needs a stable reference.
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next
  return current ?? next
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  network()?.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
    network()?.removeEventListener('change', onChange)
  }
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection)
}

const dismissedKey = 'connection.dismissed'
const dismissals = new EventTarget()
// Kept in memory as well because storage may be blocked.
let isDismissed = readDismissal()

function readDismissal(): boolean {
  try {
    return sessionStorage.getItem(dismissedKey) !== null
  } catch {
    return false
  }
}

export function dismissBanner(): void {
  isDismissed = true
  try {
    sessionStorage.setItem(dismissedKey, 'true')
  } catch {}
  dismissals.dispatchEvent(new Event('change'))
}

function subscribeDismissal(onChange: () => void): () => void {
  dismissals.addEventListener('change', onChange)
  return () => dismissals.removeEventListener('change', onChange)
}

export function useBannerMessage(): string | null {
  const message = connectionMessage(useConnection())
  return useSyncExternalStore(subscribeDismissal, () => isDismissed) ? null : message
}
