import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Highlight, readHighlightSummary } from '#contract/highlights/highlights.ts'
import type { SessionVideo } from '#contract/sessions/session-videos.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { PlayableVideo } from '#contract/videos/player.ts'
import { useDecisions, useHighlights } from '#web/features/highlights/index.ts'
import { createPlayer } from '#web/features/player/index.ts'
import { useRead } from '#web/platform/index.ts'
import { useMarks } from './marks.tsx'
import { timelineMarks } from '#web/widgets/marks.ts'
import { useTranscript } from './useTranscript.ts'

export type ReviewPlace = {
  session: Session
  videos: readonly SessionVideo[]
  place: SessionVideo
  video: PlayableVideo
  startSeconds: number
  startTab: 'findings' | 'juror'
  onOpen: (videoId: string, seconds: number) => void
}

export type Review = ReturnType<typeof useReview>

export function useReview({ session, videos, place, video, startSeconds, startTab, onOpen }: ReviewPlace) {
  const sessionId = session.id
  const [numerator, denominator] = video.frameRate ?? [0, 0]
  const [firstSeconds] = useState(startSeconds)
  const player = useMemo(
    () => createPlayer(denominator > 0 ? [numerator, denominator] : null, firstSeconds),
    [numerator, denominator, firstSeconds],
  )
  useEffect(() => {
    if (startSeconds > 0) player.seek(startSeconds)
  }, [player, startSeconds])

  const transcript = useTranscript(sessionId, video, player)
  const highlights = useHighlights(sessionId)
  const summary = useRead(readHighlightSummary, { params: { sessionId }, input: { opinion: 'all' } })
  const decisions = useDecisions(sessionId)
  const marks = useMarks(player, video.duration)

  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<readonly Highlight[]>([])
  const [tab, setTab] = useState<string>(startTab)

  const all = useMemo(() => highlights.data ?? [], [highlights.data])
  const selected = all.find((each) => each.id === selectedId) ?? null
  const playAt = useCallback(
    (videoId: string, seconds: number) => (videoId === video.id ? player.seek(seconds) : onOpen(videoId, seconds)),
    [player, video.id, onOpen],
  )
  const { goTo } = transcript
  const select = useCallback(
    (highlight: Highlight) => {
      setSelectedId(highlight.id)
      if (highlight.start !== null) playAt(highlight.videoId, highlight.start)
      else if (highlight.turn !== null && highlight.videoId === video.id) goTo({ turn: highlight.turn })
    },
    [playAt, video.id, goTo],
  )
  const play = useCallback(
    (highlight: Highlight) => {
      select(highlight)
      if (highlight.start !== null && highlight.videoId === video.id) player.playFrom(highlight.start)
    },
    [select, player, video.id],
  )
  function step(by: 1 | -1) {
    const at = all.findIndex((each) => each.id === selectedId)
    const next = all[at < 0 ? (by === 1 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by))]
    if (!next) return
    flushSync(() => {
      setTab('findings')
      select(next)
    })
    document.querySelector(`[data-highlight="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const repeat = () =>
    marks.repeat(
      selected?.videoId === video.id &&
        selected.start !== null &&
        selected.end !== null &&
        selected.end > selected.start
        ? { start: selected.start, end: selected.end }
        : null,
    )
  return {
    session,
    videos,
    place,
    video,
    player,
    transcript,
    highlights,
    all,
    timeline: useMemo(() => timelineMarks(all, video.id), [all, video.id]),
    summary,
    may: summary.data?.may ?? nothingYet,
    decisions,
    marks,
    selected,
    doomed,
    dismiss: setDoomed,
    tab,
    setTab,
    play,
    playAt,
    open: onOpen,
    step,
    repeat,
  }
}

const nothingYet = { review: false, comment: false }
