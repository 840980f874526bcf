import { useEffect } from 'react'
import { turnsAWindow } from '#contract/videos/player.ts'
import { readTranscript } from '#contract/videos/videos.ts'
import { urlOf } from '#web/platform/call.ts'
import { keepForOffline } from '#web/platform/offline.ts'

/** What the person waits for comes first. */
const afterMs = 2000

/** Keeps the whole transcript on this device, also where nobody has scrolled to: a court room may have no network. */
export function useKeptTranscript(videoId: string, turns: number | undefined): void {
  useEffect(() => {
    if (turns === undefined) return
    const timer = setTimeout(() => {
      const windows = Array.from({ length: Math.ceil(turns / turnsAWindow) }, (_, window) => window)
      const input = (window: number) => ({ from: window * turnsAWindow, limit: turnsAWindow })
      keepForOffline(windows.map((window) => urlOf(readTranscript, { params: { videoId }, input: input(window) })))
    }, afterMs)
    return () => clearTimeout(timer)
  }, [videoId, turns])
}
