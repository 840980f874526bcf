import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Highlight, readHighlightSummary } from '#contract/highlights/highlights.ts'
import type { PlayableVideo } from '#contract/videos/player.ts'
import type { SessionVideo } from '#contract/sessions/session-videos.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { listSpeakers } from '#contract/speakers/speakers.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { DismissDialog } from '#web/features/highlights/DismissDialog.tsx'
import { MarkDialog } from '#web/features/highlights/MarkDialog.tsx'
import { useDecisions, useHighlights } from '#web/features/highlights/useHighlights.ts'
import { PlayerPanel } from '#web/features/player/PlayerPanel.tsx'
import { createPlayer } from '#web/features/player/player.ts'
import { Panes } from '#web/features/review/Panes.tsx'
import { nameOfSpeaker } from '#web/features/review/speakers.ts'
import { useCorrections } from '#web/features/review/useCorrections.ts'
import { fetchTurnSaid, useOutline } from '#web/features/transcript/turnWindows.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Select } from '#web/ui/Select.tsx'
import { MarkBar } from './MarkBar.tsx'
import { timelineMarks } from './reviewMarks.ts'
import { ReviewRail } from './ReviewRail.tsx'
import { TranscriptSection } from './TranscriptSection.tsx'
import { useCitation } from './useCitation.ts'
import { useFind } from './useFind.ts'
import { useKeptTranscript } from './useKeptTranscript.ts'
import { useMarks } from './useMarks.ts'
import { useReviewKeys } from './useReviewKeys.ts'

type ReviewRoomProps = {
  session: Session
  videos: readonly SessionVideo[]
  place: SessionVideo
  video: PlayableVideo
  startSeconds: number
  startTab: 'findings' | 'juror'
  /** Shows a moment of any video of the session. */
  onOpen: (videoId: string, seconds: number) => void
}

/** One video of the session between its transcript and what was found in it. */
export function ReviewRoom({ session, videos, place, video, startSeconds, startTab, onOpen }: ReviewRoomProps) {
  const sessionId = session.id
  const args = { params: { sessionId }, input: {} }
  const [numerator, denominator] = video.frameRate ?? [0, 0]
  // The place to start at counts once: afterwards the player is moved, not made anew.
  const [firstSeconds] = useState(startSeconds)
  const player = useMemo(
    () => createPlayer(denominator > 0 ? [numerator, denominator] : null, firstSeconds),
    [numerator, denominator, firstSeconds],
  )
  useEffect(() => {
    if (startSeconds > 0) player.seek(startSeconds)
  }, [player, startSeconds])

  const cache = useQueryClient()
  const outline = useOutline(video.id, video.isAnalysed)
  useKeptTranscript(video.id, outline.data?.turns)
  const highlights = useHighlights(sessionId)
  const summary = useRead(readHighlightSummary, args)
  const speakers = useRead(listSpeakers, args)
  const decisions = useDecisions(sessionId)
  const corrections = useCorrections(video.id)
  const { copyHighlight, copyWords } = useCitation(videos)
  const marks = useMarks(player, video.duration)
  const may = summary.data?.may ?? { review: false, comment: false }

  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<readonly Highlight[]>([])
  const [tab, setTab] = useState<string>(startTab)
  const [editing, setEditing] = useState<Turn | null>(null)
  const [target, setTarget] = useState<{ turn: number } | null>(null)
  const find = useFind(video.id, ({ turn, seconds }) => (seconds === null ? setTarget({ turn }) : player.seek(seconds)))

  const all = useMemo(() => highlights.data ?? [], [highlights.data])
  const selected = all.find((each) => each.id === selectedId) ?? null
  const mine = useMemo(
    () => (speakers.data ?? []).filter((each) => each.videoId === video.id),
    [speakers.data, video.id],
  )
  const nameOf = useCallback(
    (label: string) => {
      const speaker = mine.find((each) => each.label === label)
      return speaker ? nameOfSpeaker(speaker) : label
    },
    [mine],
  )
  const playAt = useCallback(
    (videoId: string, seconds: number) => (videoId === video.id ? player.seek(seconds) : onOpen(videoId, seconds)),
    [player, video.id, onOpen],
  )
  const play = useCallback(
    (highlight: Highlight) => {
      setSelectedId(highlight.id)
      if (highlight.start !== null) playAt(highlight.videoId, highlight.start)
      else if (highlight.turn !== null && highlight.videoId === video.id) setTarget({ turn: highlight.turn })
    },
    [playAt, video.id],
  )
  const rail = useRef<HTMLDivElement>(null)
  function step(by: 1 | -1) {
    const at = all.findIndex((each) => each.id === selectedId)
    const next = all[at < 0 ? (by === 1 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by))]
    if (!next) return
    // A card far down a long list is rendered once it is the selected one.
    flushSync(() => {
      setTab('findings')
      play(next)
    })
    rail.current?.querySelector(`[data-highlight="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  function correct() {
    if (!outline.data) return
    player.element()?.pause()
    void fetchTurnSaid(cache, video.id, outline.data, player.now()).then((turn) => turn && setEditing(turn))
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

  useReviewKeys({
    player,
    sessionId,
    mayReview: may.review,
    selected,
    decisions,
    marks,
    corrections,
    onStep: step,
    onFind: find.open,
    onCorrect: correct,
    onRepeat: repeat,
    onDismiss: setDoomed,
  })

  const timeline = useMemo(() => timelineMarks(all, video.id), [all, video.id])
  return (
    <>
      <Panes
        video={
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {videos.length > 1 && (
              <Select
                label="Video"
                value={video.id}
                options={videos.map((each) => ({
                  value: each.videoId,
                  label: [each.camera || each.filename, `starts at ${formatDuration(each.offset)}`].join(' · '),
                }))}
                onChange={(event) => {
                  const to = videos.find((each) => each.videoId === event.target.value)
                  // The same moment on the clock of the session, seen by the other camera.
                  if (to) onOpen(to.videoId, Math.max(0, player.now() + place.offset - to.offset))
                }}
              />
            )}
            <PlayerPanel video={video} player={player} marks={timeline} />
            {video.streamUrl && <MarkBar marks={marks} mayReview={may.review} onRepeat={repeat} />}
          </div>
        }
        transcript={
          <TranscriptSection
            video={video}
            outline={outline}
            player={player}
            highlights={all}
            find={find}
            target={target}
            nameOf={nameOf}
            mayReview={may.review}
            corrections={corrections}
            editing={editing}
            onCorrect={correct}
            onEdited={() => setEditing(null)}
          />
        }
        rail={
          <ReviewRail
            ref={rail}
            session={session}
            highlights={highlights}
            selected={selected}
            summary={summary}
            speakers={speakers}
            here={mine}
            decisions={decisions}
            tab={tab}
            onTab={setTab}
            onPlay={play}
            onPlayAt={playAt}
            onDismiss={setDoomed}
            onCopy={(highlight) => void copyHighlight(highlight)}
            onCopyWords={(words) => void copyWords(words)}
            onSeek={player.seek}
          />
        }
      />
      <DismissDialog items={doomed} onClose={() => setDoomed([])} onDismiss={decisions.dismiss} />
      {marks.isAsking && marks.stretch && (
        <MarkDialog
          sessionId={sessionId}
          videoId={video.id}
          stretch={marks.stretch}
          mayAnnotate={video.may.annotate}
          onClose={marks.leave}
          onSaved={marks.clear}
        />
      )}
    </>
  )
}
