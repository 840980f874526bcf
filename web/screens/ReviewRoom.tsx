import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { severities } from '#contract/findings.ts'
import { type Highlight, readHighlightSummary } from '#contract/highlights.ts'
import type { SessionVideo } from '#contract/session-videos.ts'
import type { Session } from '#contract/sessions.ts'
import { listSpeakers } from '#contract/speakers.ts'
import type { VideoDetail } from '#contract/videos.ts'
import { DismissDialog } from '#web/features/highlights/DismissDialog.tsx'
import { severityWords, typeWords } from '#web/features/highlights/labels.ts'
import { useDecisions, useHighlights } from '#web/features/highlights/useHighlights.ts'
import { PlayerPanel } from '#web/features/player/PlayerPanel.tsx'
import { createPlayer } from '#web/features/player/player.ts'
import { CorrectDialog } from '#web/features/review/CorrectDialog.tsx'
import { type Hit, findInTurns } from '#web/features/review/find.ts'
import { FindBar } from '#web/features/review/FindBar.tsx'
import { MarkDialog, type Stretch } from '#web/features/review/MarkDialog.tsx'
import { Panes } from '#web/features/review/Panes.tsx'
import { nameOfSpeaker } from '#web/features/review/speakers.ts'
import { TranscriptPane } from '#web/features/transcript/TranscriptPane.tsx'
import { useTurns } from '#web/features/transcript/useTurns.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration, formatTimecode } from '#web/platform/format.ts'
import { useShortcuts } from '#web/platform/shortcuts.ts'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Select } from '#web/ui/Select.tsx'
import { timelineMarks, wordMarks } from './reviewMarks.ts'
import { ReviewRail } from './ReviewRail.tsx'
import { useCitation } from './useCitation.ts'
import { useReviewKeys } from './useReviewKeys.ts'

type ReviewRoomProps = {
  session: Session
  videos: readonly SessionVideo[]
  place: SessionVideo
  video: VideoDetail
  startSeconds: number
  /** Shows a moment of any video of the session. */
  onOpen: (videoId: string, seconds: number) => void
}

/** One video of the session between its transcript and what was found in it. */
export function ReviewRoom({ session, videos, place, video, startSeconds, onOpen }: ReviewRoomProps) {
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

  const turns = useTurns(video.id, video.analysis !== null)
  const highlights = useHighlights(sessionId)
  const summary = useRead(readHighlightSummary, args)
  const speakers = useRead(listSpeakers, args)
  const decisions = useDecisions(sessionId)
  const may = summary.data?.may ?? { review: false, comment: false }

  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<readonly Highlight[]>([])
  const [tab, setTab] = useState('findings')
  const [markIn, setMarkIn] = useState<number | null>(null)
  const [stretch, setStretch] = useState<Stretch | null>(null)
  const [find, setFind] = useState<{ text: string; at: number } | null>(null)
  const [correcting, setCorrecting] = useState<number | null>(null)
  const hits = useMemo(() => findInTurns(turns.data ?? [], find?.text ?? ''), [turns.data, find?.text])

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

  const play = useCallback(
    (highlight: Highlight) => {
      setSelectedId(highlight.id)
      if (highlight.start === null) return
      if (highlight.videoId === video.id) player.seek(highlight.start)
      else onOpen(highlight.videoId, highlight.start)
    },
    [player, video.id, onOpen],
  )
  const rail = useRef<HTMLDivElement>(null)
  function step(by: 1 | -1) {
    const at = all.findIndex((each) => each.id === selectedId)
    const next = all[at < 0 ? (by === 1 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by))]
    if (!next) return
    setTab('findings')
    play(next)
    rail.current?.querySelector(`[data-highlight="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  function showHit(list: readonly Hit[], at: number) {
    const seconds = list[at]?.seconds
    if (seconds !== null && seconds !== undefined) player.seek(seconds)
  }
  function stepHit(by: 1 | -1) {
    if (!find || hits.length === 0) return
    const at = (find.at + by + hits.length) % hits.length
    setFind({ ...find, at })
    showHit(hits, at)
  }
  const markStart = () => setMarkIn(Math.round(player.now() * 1000) / 1000)
  const markEnd = () => {
    const end = player.now()
    if (markIn === null || end <= markIn) {
      return void toast({
        title: 'No stretch marked',
        description: 'Mark its start with I first, then its end with O.',
      })
    }
    player.element()?.pause()
    setStretch({ start: markIn, end: Math.round(end * 1000) / 1000 })
  }
  const copy = useCitation(turns.data, videos, video)

  const corrected = turns.data?.find((each) => each.index === correcting)
  /** The turn that is being said, or was last. */
  const correct = () => {
    const nowMs = player.now() * 1000
    const turn = turns.data?.findLast((each) => each.role !== 'note' && (each.startMs ?? Infinity) <= nowMs)
    setCorrecting((turn ?? turns.data?.find((each) => each.role !== 'note'))?.index ?? null)
  }

  useReviewKeys({ player, onStep: step, sessionId })
  useShortcuts('page', [
    { keys: '/', label: 'Find in the transcript', run: () => setFind({ text: find?.text ?? '', at: 0 }) },
    ...(may.review
      ? [
          {
            keys: 'i',
            label: 'Mark the start of a highlight',
            run: markStart,
          },
          { keys: 'o', label: 'Mark its end', run: markEnd },
          { keys: 'c', label: 'Correct the words being said', run: correct },
          {
            keys: 'Enter',
            label: 'Confirm the highlight',
            run: () => {
              // Enter on a button or a link is that button's.
              if (document.activeElement instanceof HTMLElement && document.activeElement.matches('button, a[href]')) {
                return document.activeElement.click()
              }
              if (selected) decisions.confirm([selected])
            },
          },
          { keys: 'x', label: 'Dismiss the highlight', run: () => selected && setDoomed([selected]) },
          ...severities.map((severity, index) => ({
            keys: String(index + 1),
            label: `Severity: ${severityWords[severity]}`,
            run: () => {
              if (selected && selected.severity !== severity) decisions.update(selected, { severity })
            },
          })),
        ]
      : []),
  ])

  const marks = useMemo(() => timelineMarks(all, video.id), [all, video.id])
  const words = useMemo(
    () => [...hits.map(({ turn, from, to }) => ({ turn, from, to, label: 'Found' })), ...wordMarks(all, video.id)],
    [hits, all, video.id],
  )

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
            <PlayerPanel video={video} player={player} marks={marks} />
            {may.review && (
              <div className="flex flex-wrap items-center gap-2">
                <Button onClick={markStart}>Mark in (I)</Button>
                <Button onClick={markEnd}>Mark out (O)</Button>
                <output className="tabular text-sm text-ink-2">
                  {markIn === null ? 'No start marked' : `Starts at ${formatTimecode(markIn)}`}
                </output>
              </div>
            )}
          </div>
        }
        transcript={
          <section
            aria-labelledby="transcript-heading"
            className="flex min-h-0 flex-1 flex-col rounded-card border border-line bg-surface"
          >
            <div className="flex items-center justify-between border-b border-line px-3 py-2">
              <h2 id="transcript-heading" className="text-lg font-bold">
                Transcript
              </h2>
              <span className="flex gap-2">
                {may.review && <Button onClick={correct}>Correct (C)</Button>}
                <Button onClick={() => setFind({ text: '', at: 0 })}>Find (/)</Button>
              </span>
            </div>
            {find && (
              <FindBar
                text={find.text}
                count={hits.length}
                at={Math.min(find.at, Math.max(0, hits.length - 1))}
                onText={(text) => {
                  setFind({ text, at: 0 })
                  showHit(findInTurns(turns.data ?? [], text), 0)
                }}
                onStep={stepHit}
                onClose={() => setFind(null)}
              />
            )}
            {turns.data && turns.data.length > 0 ? (
              <TranscriptPane turns={turns.data} playback={player} marks={words} nameOf={nameOf} />
            ) : (
              <div className="p-3">
                <EmptyState
                  title="Transcript not ready"
                  hint={
                    video.status === 'processing'
                      ? 'The analysis of this video is under way.'
                      : 'This video has no transcript. Attach one on its page.'
                  }
                />
              </div>
            )}
          </section>
        }
        rail={
          <ReviewRail
            ref={rail}
            session={session}
            highlights={all}
            selected={selected}
            summary={summary.data ?? null}
            speakers={mine}
            decisions={decisions}
            tab={tab}
            onTab={setTab}
            onPlay={play}
            onDismiss={setDoomed}
            onCopy={copy}
            onSeek={player.seek}
          />
        }
      />
      <DismissDialog items={doomed} onClose={() => setDoomed([])} onDismiss={decisions.dismiss} />
      {corrected && (
        <CorrectDialog
          videoId={video.id}
          turn={corrected}
          name={corrected.speaker === null ? null : nameOf(corrected.speaker)}
          onClose={() => setCorrecting(null)}
        />
      )}
      <MarkDialog
        sessionId={sessionId}
        videoId={video.id}
        stretch={stretch}
        typeWords={typeWords}
        severityWords={severityWords}
        onClose={() => setStretch(null)}
      />
    </>
  )
}
