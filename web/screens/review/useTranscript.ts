import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { listSpeakers } from '#contract/speakers/speakers.ts'
import { findInTranscript, type PlayableVideo, type TranscriptHit, turnsPerWindow } from '#contract/videos/player.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { readTranscript } from '#contract/videos/videos.ts'
import type { Player } from '#web/features/player/index.ts'
import { nameOfSpeaker, useCorrections } from '#web/features/review/index.ts'
import { fetchTurnSaid, useOutline } from '#web/features/transcript/index.ts'
import { keepForOffline, buildUrl, useRead } from '#web/platform/index.ts'

export function useTranscript(sessionId: string, video: PlayableVideo, player: Player) {
  const cache = useQueryClient()
  const outline = useOutline(video.id, video.isAnalysed)
  useKeptTranscript(video.id, outline.data?.turns)
  const speakers = useRead(listSpeakers, { params: { sessionId }, input: {} })
  const corrections = useCorrections(video.id)
  const [editing, setEditing] = useState<Turn | null>(null)
  const [target, setTarget] = useState<{ turn: number } | null>(null)
  const find = useFind(video.id, ({ turn, seconds }) => (seconds === null ? setTarget({ turn }) : player.seek(seconds)))
  const here = useMemo(
    () => (speakers.data ?? []).filter((each) => each.videoId === video.id),
    [speakers.data, video.id],
  )
  const getName = useCallback(
    (label: string) => {
      const speaker = here.find((each) => each.label === label)
      return speaker ? nameOfSpeaker(speaker) : label
    },
    [here],
  )
  return {
    outline,
    speakers,
    here,
    getName,
    corrections,
    find,
    target,
    goTo: setTarget,
    editing,
    correct: () => {
      if (!outline.data) return
      player.element()?.pause()
      void fetchTurnSaid(cache, video.id, outline.data, player.now()).then((turn) => turn && setEditing(turn))
    },
    closeEditor: () => setEditing(null),
  }
}

const afterMs = 2000

function useKeptTranscript(videoId: string, turns: number | undefined): void {
  useEffect(() => {
    if (turns === undefined) return
    const timer = setTimeout(() => {
      const windows = Array.from({ length: Math.ceil(turns / turnsPerWindow) }, (_, window) => window)
      const input = (window: number) => ({ from: window * turnsPerWindow, limit: turnsPerWindow })
      keepForOffline(windows.map((window) => buildUrl(readTranscript, { params: { videoId }, input: input(window) })))
    }, afterMs)
    return () => clearTimeout(timer)
  }, [videoId, turns])
}

const none: readonly TranscriptHit[] = []

function useFind(videoId: string, goTo: (hit: TranscriptHit) => void) {
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
