import type { Playback } from '#web/platform/page/playback.ts'

export type Player = Playback & {
  attach: (element: HTMLVideoElement | null) => void
  element: () => HTMLVideoElement | null
  toggle: () => void
  playFrom: (seconds: number) => void
  skip: (seconds: number) => void
  step: (frames: 1 | -1) => void
  repeated: () => Stretch | null
  repeat: (stretch: Stretch | null) => void
}
export type Stretch = { start: number; end: number }

/**
 * Notifies subscribers of every displayed frame (requestVideoFrameCallback) so that they never run ahead of the
 * picture.
 */
export function createPlayer(frameRate: readonly [number, number] | null, startSeconds: number): Player {
  let video: HTMLVideoElement | null = null
  let detach = () => {}
  let pending: number | null = startSeconds > 0 ? startSeconds : null
  const listeners = new Set<() => void>()
  let repeated: Stretch | null = null
  const tick = () => {
    if (repeated && video && !video.seeking && video.currentTime >= repeated.end) video.currentTime = repeated.start
    for (const listener of listeners) listener()
  }

  const now = () => pending ?? video?.currentTime ?? 0

  function playAgain() {
    if (!repeated || !video) return
    video.currentTime = repeated.start
    video.play().catch(() => {})
  }
  function seek(seconds: number) {
    if (repeated && (seconds < repeated.start || seconds > repeated.end)) repeated = null
    if (!video || video.readyState === 0) {
      pending = Math.max(0, seconds)
      return tick()
    }
    video.currentTime = Math.max(0, Math.min(seconds, Number.isFinite(video.duration) ? video.duration : seconds))
    tick()
  }

  return {
    now,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    element: () => video,
    attach(element) {
      detach()
      video = element
      if (!element) return
      let handle = 0
      const onFrame = () => {
        tick()
        handle = element.requestVideoFrameCallback(onFrame)
      }
      handle = element.requestVideoFrameCallback(onFrame)
      const onLoaded = () => {
        if (pending === null) return
        const seconds = pending
        pending = null
        seek(seconds)
      }
      element.addEventListener('loadedmetadata', onLoaded)
      // Files with only audio never fire frame callbacks.
      for (const event of ['timeupdate', 'seeking', 'seeked'] as const) element.addEventListener(event, tick)
      element.addEventListener('ended', playAgain)
      if (element.readyState > 0) onLoaded()
      detach = () => {
        element.cancelVideoFrameCallback(handle)
        element.removeEventListener('loadedmetadata', onLoaded)
        element.removeEventListener('ended', playAgain)
        for (const event of ['timeupdate', 'seeking', 'seeked'] as const) element.removeEventListener(event, tick)
      }
    },
    seek,
    toggle: () => {
      if (!video) return
      if (video.paused) video.play().catch(() => {})
      else video.pause()
    },
    playFrom(seconds) {
      seek(seconds)
      // Browsers may refuse to play before the video has loaded.
      video?.play().catch(() => {})
    },
    skip: (seconds) => seek(now() + seconds),
    repeated: () => repeated,
    repeat(stretch) {
      repeated = stretch
      if (!stretch) return tick()
      seek(stretch.start)
      video?.play().catch(() => {})
    },
    step(frames) {
      if (!video) return
      video.pause()
      seek(frameTime(now(), frames, frameRate))
    },
  }
}

const fallbackRate: readonly [number, number] = [25, 1]

/**
 * Returns the middle of the next or previous frame in seconds, because a time on the boundary could show either frame.
 */
export function frameTime(seconds: number, frames: 1 | -1, frameRate: readonly [number, number] | null): number {
  const [numerator, denominator] = frameRate ?? fallbackRate
  const frame = Math.floor((seconds * numerator) / denominator + 1e-4)
  return ((Math.max(0, frame + frames) + 0.5) * denominator) / numerator
}
