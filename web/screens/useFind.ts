import { useEffect, useEffectEvent, useState } from 'react'
import { findInTranscript, type TranscriptHit } from '#contract/videos/player.ts'
import { useRead } from '#web/platform/api.ts'

const none: readonly TranscriptHit[] = []

/** Searches the transcript shown: every place is counted, and one of them is gone to. */
export function useFind(videoId: string, goTo: (hit: TranscriptHit) => void) {
  const [find, setFind] = useState<{ text: string; at: number } | null>(null)
  const q = find?.text.trim() ?? ''
  const found = useRead(findInTranscript, { params: { videoId }, input: { q } }, { enabled: q !== '' })
  const hits = q !== '' && found.data ? found.data.hits : none
  const goToFirst = useEffectEvent((first: TranscriptHit) => q !== '' && goTo(first))
  const first = found.data?.hits[0]
  useEffect(() => {
    if (first) goToFirst(first)
  }, [first])
  return {
    isOpen: find !== null,
    text: find?.text ?? '',
    isSearching: q !== '' && found.isFetching,
    failed: q !== '' && found.error && !found.data ? found : null,
    hits,
    count: q !== '' && found.data ? found.data.count : 0,
    at: Math.min(find?.at ?? 0, Math.max(0, hits.length - 1)),
    open: () => setFind({ text: find?.text ?? '', at: 0 }),
    close: () => setFind(null),
    search: (text: string) => setFind({ text, at: 0 }),
    step: (by: 1 | -1) => {
      if (!find || hits.length === 0) return
      const at = (find.at + by + hits.length) % hits.length
      setFind({ ...find, at })
      goTo(hits[at]!)
    },
  }
}
