import { useSyncExternalStore } from 'react'

export type Playback = {
  now: () => number
  subscribe: (listener: () => void) => () => void
  seek: (seconds: number) => void
}

/** Returns the index of the last start at or before the time, or -1. `starts` must be ascending. */
export function indexAt(starts: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Browsers may show the frame before the requested time. Without this tolerance, clicking a word would mark the
 * previous one.
 */
const toleranceSeconds = 0.02

export function usePlaybackIndex(playback: Playback, starts: ArrayLike<number>): number {
  return useSyncExternalStore(playback.subscribe, () => indexAt(starts, playback.now() + toleranceSeconds))
}

export function usePlaybackSeconds(playback: Playback, step: number): number {
  return useSyncExternalStore(playback.subscribe, () => Math.floor(playback.now() / step) * step)
}
