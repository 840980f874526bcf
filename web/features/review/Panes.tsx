import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { cx } from '#web/ui/kit.ts'

const setting = 'review.panes'
const splitSetting = 'review.panes.two'
const keyStep = 2

type PanesProps = { above?: ReactNode; video: ReactNode; transcript: ReactNode; rail: ReactNode }

export const findingsId = 'review-findings'
const transcriptId = 'review-transcript'

export function Panes({ above, video, transcript, rail }: PanesProps) {
  const row = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState<Widths>(() => parseWidths(readSetting(setting)))
  const [split, setSplit] = useState(() => parseSplit(readSetting(splitSetting)))
  function move(border: 0 | 1, byPercent: number) {
    const next = moveBorder(widths, border, byPercent)
    setWidths(next)
    writeSetting(setting, next.join(','))
  }
  function moveTwo(byPercent: number) {
    const next = moveSplit(split, byPercent)
    setSplit(next)
    writeSetting(splitSetting, String(next))
  }
  const toPercent = (pixels: number) => (pixels / (row.current?.clientWidth ?? 1)) * 100
  const border = (index: 0 | 1, label: string) => (
    <Border
      label={label}
      percent={widths[index]}
      range={[leastPercent, 100 - 2 * leastPercent]}
      onMove={(by) => move(index, by)}
      toPercent={toPercent}
      className="hidden @5xl:grid"
    />
  )
  const shares = {
    '--a': `${widths[0]}fr`,
    '--b': `${widths[1]}fr`,
    '--c': `${widths[2]}fr`,
    '--left': `${split}fr`,
    '--right': `${100 - split}fr`,
  }
  return (
    <div className="@container peer-[:not(:empty)]:[--above:4rem]">
      <div
        ref={row}
        className={cx(
          'flex flex-col gap-3 print:block! print:h-auto! print:min-h-0!',
          '@2xl:grid @2xl:h-[calc(100dvh-15.5rem-var(--above,0rem))] @2xl:min-h-[48rem] @2xl:grid-cols-[minmax(0,var(--left))_auto_minmax(0,var(--right))] @2xl:grid-rows-[auto_minmax(0,1fr)] @2xl:gap-0',
          '@5xl:min-h-[34rem] @5xl:grid-cols-[minmax(0,var(--a))_auto_minmax(0,var(--b))_auto_minmax(0,var(--c))] @5xl:grid-rows-[minmax(0,1fr)]',
        )}
        style={shares as React.CSSProperties}
      >
        <div className="min-w-0 space-y-3 @max-2xl:contents @2xl:pb-3 @5xl:overflow-y-auto @5xl:pb-0 print:mb-4 print:block! print:overflow-visible!">
          {above}
          <div
            data-player
            className="bg-canvas @max-2xl:sticky @max-2xl:top-(--sticky-top) @max-2xl:z-20 @max-2xl:-mx-4 print:static!"
          >
            {video}
            <JumpButtons />
          </div>
        </div>
        {border(0, 'Video width')}
        <div
          id={transcriptId}
          className="flex h-[calc(100dvh-28rem-var(--above,0rem))] min-h-80 min-w-0 flex-col print:mb-4 print:block! print:h-auto! @2xl:col-start-1 @2xl:row-start-2 @2xl:h-auto @2xl:min-h-0 @5xl:col-start-auto @5xl:row-start-auto"
        >
          {transcript}
        </div>
        {border(1, 'Transcript width')}
        <Border
          label="Video and transcript width"
          percent={split}
          range={[leastSplitPercent, 100 - leastSplitPercent]}
          onMove={moveTwo}
          toPercent={toPercent}
          className="hidden @2xl:col-start-2 @2xl:row-span-2 @2xl:row-start-1 @2xl:grid @5xl:hidden"
        />
        <div
          id={findingsId}
          className="min-w-0 @2xl:col-start-3 @2xl:row-span-2 @2xl:row-start-1 @2xl:min-h-0 @2xl:overflow-y-auto @5xl:col-start-auto @5xl:row-span-1 @5xl:row-start-auto print:overflow-visible!"
        >
          {rail}
        </div>
      </div>
    </div>
  )
}

function JumpButtons() {
  const jump = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'start' })
  const buttonClass = 'min-h-11 flex-1 font-medium text-accent-ink -outline-offset-2 hover:bg-hover'
  return (
    <nav
      aria-label="Sections"
      className="flex divide-x divide-line border-b border-line bg-surface @2xl:hidden print:hidden"
    >
      <button type="button" className={buttonClass} onClick={() => jump(transcriptId)}>
        Transcript
      </button>
      <button type="button" className={buttonClass} onClick={() => jump(findingsId)}>
        Findings
      </button>
    </nav>
  )
}

type BorderProps = {
  label: string
  percent: number
  range: readonly [number, number]
  className: string
  onMove: (byPercent: number) => void
  toPercent: (pixels: number) => number
}

function Border({ label, percent, range, className, onMove, toPercent }: BorderProps) {
  const last = useRef(0)
  function handleKey(event: KeyboardEvent) {
    const by = { ArrowLeft: -keyStep, ArrowRight: keyStep, Home: -100, End: 100 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    // Otherwise, the arrow keys would also seek the video.
    event.stopPropagation()
    onMove(by)
  }
  function handleMove(event: PointerEvent) {
    if (event.buttons !== 1) return
    onMove(toPercent(event.clientX - last.current))
    last.current = event.clientX
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <hr> can't be moved
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      aria-valuenow={Math.round(percent)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a movable separator is focusable (ARIA 1.2)
      tabIndex={0}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        last.current = event.clientX
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={handleMove}
      className={cx('group w-4 cursor-col-resize touch-none place-items-center print:hidden!', className)}
    >
      <span className="h-12 w-1 rounded-full bg-line-strong group-hover:bg-accent" />
    </div>
  )
}

type Widths = readonly [number, number, number]

export const defaultWidths: Widths = [30, 40, 30]
const leastPercent = 18

export const defaultSplit = 58
/** In narrower panes, the video controls or the finding buttons would wrap. */
const leastSplitPercent = 35

export const moveSplit = (split: number, byPercent: number): number =>
  Math.max(leastSplitPercent, Math.min(100 - leastSplitPercent, split + byPercent))

export function parseSplit(saved: string | null): number {
  const split = Number(saved ?? Number.NaN)
  return split === moveSplit(split, 0) ? split : defaultSplit
}

export function moveBorder(widths: Widths, border: 0 | 1, byPercent: number): Widths {
  const [left, right] = [widths[border], widths[(border + 1) as 1 | 2]]
  const by = Math.max(leastPercent - left, Math.min(byPercent, right - leastPercent))
  const [a, b, c] = widths
  return border === 0 ? [a + by, b - by, c] : [a, b + by, c - by]
}

export function parseWidths(saved: string | null): Widths {
  const numbers = (saved ?? '').split(',').map(Number)
  const [a = 0, b = 0, c = 0] = numbers
  const isFit = numbers.length === 3 && numbers.every((each) => each >= leastPercent) && Math.abs(a + b + c - 100) < 1
  return isFit ? [a, b, c] : defaultWidths
}
