import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type TranscriptOutline, turnsPerWindow } from '#contract/videos/player.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { formatDuration, formatTimecode } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { type Playback, usePlaybackIndex } from '#web/platform/page/playback.ts'
import { Badge, Button, cx, ScrollArea, Skeleton } from '#web/ui/kit.ts'
import { describeShading, getCertainty, type Piece, splitPieces } from './words.ts'
import { usePrintedTurns, listStarts, turnAt, useTurnWindows } from './turnWindows.ts'

export type TurnMark = { turn: number; from: number; to: number; label: string }

type TranscriptPaneProps = {
  videoId: string
  outline: TranscriptOutline
  playback: Playback
  marks: readonly TurnMark[]
  nameOf: (speaker: string) => string
  target?: { turn: number } | null
  editor?: { turn: number; content: ReactNode } | null
}

export function TranscriptPane(props: TranscriptPaneProps) {
  const { videoId, outline, playback, marks, nameOf, target = null, editor = null } = props
  const scroller = useRef<HTMLElement>(null)
  const [follows, setFollows] = useState(true)
  const [near, setNear] = useState(0)
  const marksByTurn = useMemo(() => Map.groupBy(marks, (mark) => mark.turn), [marks])
  // oxlint-disable-next-line react/incompatible-library -- the rows are used only in this component
  const rows = useVirtualizer({
    count: outline.turns,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    overscan: 8,
  })
  const shown = rows.getVirtualItems()
  const printed = usePrintedTurns(videoId, outline.turns)
  const cutWindow = (row: { index: number } | undefined) => (row ? Math.floor(row.index / turnsPerWindow) : near)
  const { loaded, failed } = useTurnWindows(videoId, [cutWindow(shown[0]), cutWindow(shown.at(-1))], near)
  const current = usePlaybackIndex(playback, listStarts(outline, loaded))
  const currentWindow = Math.max(0, Math.floor(current / turnsPerWindow))
  if (currentWindow !== near) setNear(currentWindow)

  useEffect(() => {
    if (follows && current >= 0) rows.scrollToIndex(current, { align: 'center' })
  }, [current, follows, rows])
  useEffect(() => {
    if (target) rows.scrollToIndex(target.turn, { align: 'center' })
  }, [target, rows])

  const unfollow = () => setFollows(false)
  function handleClick(event: MouseEvent) {
    const place = event.target instanceof Element ? event.target.closest('[data-seconds]') : null
    if (!(place instanceof HTMLElement)) return
    setFollows(true)
    playback.seek(Number(place.dataset.seconds))
  }
  const legend = describeShading(shown.flatMap((row) => turnAt(loaded, row.index)?.words ?? []))
  return (
    <div className="flex min-h-0 flex-1 flex-col print:block!">
      {printed && <PrintedTurns turns={printed} count={outline.turns} marksByTurn={marksByTurn} nameOf={nameOf} />}
      {failed && (
        <div className="p-3">
          <Loaded query={failed} skeleton={null}>
            {() => null}
          </Loaded>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- each turn's time is a button for the keyboard; clicking words is optional */}
      <div
        className="relative flex min-h-0 flex-1 print:hidden!"
        onClick={handleClick}
        onWheel={unfollow}
        onTouchMove={unfollow}
      >
        <ScrollArea ref={scroller} label="Transcript synced to video" className="min-h-0 flex-1">
          <div className="relative w-full" style={{ height: rows.getTotalSize() }}>
            {shown.map((row) => {
              const turn = turnAt(loaded, row.index)
              return (
                <div
                  key={row.key}
                  ref={rows.measureElement}
                  data-index={row.index}
                  className="absolute top-0 left-0 w-full"
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  {turn ? (
                    <TurnRow
                      turn={turn}
                      name={turn.speaker === null ? null : nameOf(turn.speaker)}
                      marks={marksByTurn.get(turn.index)}
                      playback={row.index === current ? playback : null}
                      editor={editor?.turn === turn.index ? editor.content : null}
                    />
                  ) : (
                    <div className="h-16 px-3 py-2">
                      {failed && !failed.isFetching ? null : <Skeleton className="h-full" />}
                    </div>
                  )}
                </div>
              )
            })}
          </div>
        </ScrollArea>
        {!follows && (
          <div className="absolute inset-x-0 bottom-2 grid justify-items-center print:hidden!">
            <Button variant="primary" onClick={() => setFollows(true)}>
              Follow video
            </Button>
          </div>
        )}
      </div>
      {legend && <p className="border-t border-line px-3 py-1 text-xs text-ink-3">{legend}</p>}
    </div>
  )
}

type PrintedTurnsProps = Pick<TranscriptPaneProps, 'nameOf'> & {
  turns: readonly Turn[]
  count: number
  marksByTurn: ReadonlyMap<number, readonly TurnMark[]>
}

function PrintedTurns({ turns, count, marksByTurn, nameOf }: PrintedTurnsProps) {
  return (
    <div className="hidden print:block">
      {turns.length < count && (
        <p className="p-3 font-medium">{`${count - turns.length} of ${count} turns couldn’t be loaded and aren’t printed.`}</p>
      )}
      {turns.map((turn) => (
        <TurnRow
          key={turn.index}
          turn={turn}
          name={turn.speaker === null ? null : nameOf(turn.speaker)}
          marks={marksByTurn.get(turn.index)}
          playback={null}
          editor={null}
        />
      ))}
    </div>
  )
}

type TurnRowProps = {
  turn: Turn
  name: string | null
  marks: readonly TurnMark[] | undefined
  playback: Playback | null
  editor: ReactNode
}

const TurnRow = memo(function TurnRow({ turn, name, marks, playback, editor }: TurnRowProps) {
  const pieces = useMemo(() => splitPieces(turn), [turn])
  const seconds = turn.startMs === null ? null : turn.startMs / 1000
  return (
    <div
      className={cx(
        'grid gap-0.5 border-l-2 px-3 py-2',
        playback ? 'border-accent bg-accent-soft' : 'border-transparent',
      )}
      {...(playback && { 'aria-current': 'true' as const })}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        {seconds !== null && (
          <button
            type="button"
            data-seconds={seconds}
            title={formatTimecode(seconds)}
            // Enlarges the touch target to 44 px without changing the layout.
            className="tabular relative min-h-6 cursor-pointer text-accent-ink hover:underline touch:before:absolute touch:before:-inset-x-2 touch:before:-top-3 touch:before:-bottom-2"
          >
            {formatDuration(seconds)}
          </button>
        )}
        {name && <span className="font-medium">{name}</span>}
        {turn.page !== null && <span className="tabular text-ink-3">{`${turn.page}:${turn.line ?? 1}`}</span>}
        <OverlapMark turn={turn} />
      </p>
      {editor ?? (
        <p className={cx('cursor-text break-words', turn.role === 'note' && 'text-ink-3 italic')}>
          {playback && turn.role !== 'note' ? (
            <LiveWords turn={turn} pieces={pieces} marks={marks} playback={playback} />
          ) : (
            <Words turn={turn} pieces={pieces} marks={marks} current={-1} />
          )}
        </p>
      )}
    </div>
  )
})

function OverlapMark({ turn: { overlaps = [], isOverlapped } }: { turn: Turn }) {
  if (overlaps.length === 0 && isOverlapped !== true) return null
  const times = overlaps.map(
    ({ startMs, endMs }) => `${formatTimecode(startMs / 1000)} to ${formatTimecode(endMs / 1000)}`,
  )
  return (
    <span
      {...(times.length > 0 && {
        title: `Several voices at once, ${times.join('; ')}. This passage isn’t assigned to anyone.`,
      })}
    >
      <Badge>{isOverlapped === true ? 'Overlap: several voices at once' : 'Overlap'}</Badge>
    </span>
  )
}

const shades = {
  unsure: 'border-b border-dotted border-line-strong bg-surface-2',
  doubtful: 'border-b border-dotted border-medium-fg bg-medium-soft text-medium-fg',
  differs: 'border-b border-dashed border-medium-fg bg-medium-soft text-medium-fg',
  changed: 'underline decoration-double decoration-line-strong underline-offset-4',
} as const

type WordsProps = { turn: Turn; pieces: readonly Piece[]; marks: readonly TurnMark[] | undefined }

function LiveWords({ playback, ...rest }: WordsProps & { playback: Playback }) {
  const starts = useMemo(() => Float64Array.from(rest.turn.words, (word) => word.startMs / 1000), [rest.turn])
  return <Words {...rest} current={usePlaybackIndex(playback, starts)} />
}

function Words({ turn, pieces, marks, current }: WordsProps & { current: number }) {
  return pieces.map((piece) => {
    const { word, mark, certainty, isShared, isCurrent } = readPiece(turn, piece, marks, current)
    const title = [mark?.label, isShared && 'Several voices at once here.', certainty?.label].filter(Boolean).join(' ')
    return (
      <span
        key={piece.from}
        {...(word && { 'data-seconds': word.startMs / 1000, 'data-word': piece.wordIndex })}
        {...(title && { title })}
        {...(mark && { 'data-trigger': true })}
        {...(certainty && { 'data-unsure': certainty.level })}
        {...(isShared && { 'data-shared': true })}
        {...(isCurrent && { 'data-current': true })}
        className={cx(
          word && 'cursor-pointer rounded-mark hover:bg-hover',
          isShared &&
            !mark &&
            'italic underline decoration-line-strong decoration-wavy decoration-1 underline-offset-4',
          mark && 'underline decoration-high-solid decoration-2 underline-offset-4',
          isCurrent ? 'bg-accent text-on-accent' : certainty && shades[certainty.level],
          word?.estimated && 'decoration-dotted',
        )}
      >
        {piece.text}
      </span>
    )
  })
}

function readPiece(turn: Turn, { wordIndex, from, to }: Piece, marks: WordsProps['marks'], current: number) {
  const word = wordIndex === null ? undefined : turn.words[wordIndex]
  return {
    word,
    mark: marks?.find((each) => each.from < to && each.to > from),
    certainty: word ? getCertainty(word) : null,
    isShared: word && turn.overlaps?.some(({ startMs, endMs }) => startMs < word.endMs && endMs > word.startMs),
    isCurrent: wordIndex !== null && wordIndex === current,
  }
}
