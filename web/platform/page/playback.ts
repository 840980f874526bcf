import { useSyncExternalStore } from 'react'

export type Playback = {
  now: () => number
  /** Fires on every displayed frame and every seek. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
  seek: (seconds: number) => void
}

/** Index of the last start at or before the time, or -1. `starts` must be ascending. */
export function indexAt(starts: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Browsers show the frame before the requested second. Without this, clicking a word marks the previous one. */
const toleranceSeconds = 0.02

export function usePlaybackIndex(playback: Playback, starts: ArrayLike<number>): number {
  return useSyncExternalStore(playback.subscribe, () => indexAt(starts, playback.now() + toleranceSeconds))
}

/** Current time rounded down to `step`. A step of 0.1 rerenders at most ten times a second. */
export function usePlaybackSeconds(playback: Playback, step: number): number {
  return useSyncExternalStore(playback.subscribe, () => Math.floor(playback.now() / step) * step)
}
