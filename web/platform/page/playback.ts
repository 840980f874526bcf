/** The clock of what is playing. Screens hand it to whatever follows or moves it; no part of a screen owns the others. */
import { useSyncExternalStore } from 'react'

export type Playback = {
  /** Seconds from the start of the video. */
  now: () => number
  /** Calls back at every frame that is shown and at every seek. Returns the end of the subscription. */
  subscribe: (listener: () => void) => () => void
  seek: (seconds: number) => void
}

/** Where in an ascending list of starts (seconds) the time lies: the index of the last start not after it, or -1. */
export function indexAt(starts: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A browser shows the frame before the second it was asked for; without this a click on a word marks the one before. */
const toleranceSeconds = 0.02

/** The index of what is being said. Renders again only when it changes, not at every frame. */
export function usePlaybackIndex(playback: Playback, starts: ArrayLike<number>): number {
  return useSyncExternalStore(playback.subscribe, () => indexAt(starts, playback.now() + toleranceSeconds))
}

/** Seconds in steps, for a display: 0.1 renders at most ten times a second. */
export function usePlaybackSeconds(playback: Playback, step: number): number {
  return useSyncExternalStore(playback.subscribe, () => Math.floor(playback.now() / step) * step)
}
