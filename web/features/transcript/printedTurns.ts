import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { turnsAWindow } from '#contract/videos/player.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { readTranscript } from '#contract/videos/videos.ts'
import { readAtOnce } from '#web/platform/call.ts'

/** The most that the endpoint gives at a time. */
const mostTurns = 2000

/** Every turn while the page is being printed, and null otherwise: the screen holds only those around its middle. */
export function usePrintedTurns(videoId: string, count: number): readonly Turn[] | null {
  const [turns, setTurns] = useState<readonly Turn[] | null>(null)
  useEffect(() => {
    const begin = () => flushSync(() => setTurns(readTurns(videoId, count)))
    const end = () => setTurns(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [videoId, count])
  return turns
}

function readTurns(videoId: string, count: number): Turn[] {
  // Offline the service worker holds the windows that the screen asks for.
  const limit = navigator.onLine ? mostTurns : turnsAWindow
  const turns: Turn[] = []
  for (let from = 0; from < count; from += limit) {
    turns.push(...(readAtOnce(readTranscript, { params: { videoId }, input: { from, limit } }) ?? []))
  }
  return turns
}
