import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { leastPercent, moveBorder, parseWidths, type Widths } from './panes.ts'

const setting = 'review.panes'
const keyStep = 2

type PanesProps = { video: ReactNode; transcript: ReactNode; rail: ReactNode }

/** Three panes side by side whose borders move; one below the other where there is no room for three. */
export function Panes({ video, transcript, rail }: PanesProps) {
  const row = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState<Widths>(() => parseWidths(readSetting(setting)))
  function move(border: 0 | 1, byPercent: number) {
    const next = moveBorder(widths, border, byPercent)
    setWidths(next)
    writeSetting(setting, next.join(','))
  }
  const border = (index: 0 | 1, label: string) => (
    <Border
      label={label}
      percent={widths[index]}
      onMove={(by) => move(index, by)}
      toPercent={(pixels) => (pixels / (row.current?.clientWidth ?? 1)) * 100}
    />
  )
  return (
    <div
      ref={row}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:h-[calc(100dvh-12rem)] lg:min-h-[34rem] lg:grid-cols-[minmax(0,var(--a))_auto_minmax(0,var(--b))_auto_minmax(0,var(--c))] lg:gap-0"
      style={{ '--a': `${widths[0]}fr`, '--b': `${widths[1]}fr`, '--c': `${widths[2]}fr` } as React.CSSProperties}
    >
      <div className="min-w-0 lg:overflow-y-auto">{video}</div>
      {border(0, 'Width of the video')}
      <div className="flex h-[28rem] min-w-0 flex-col lg:h-auto lg:min-h-0">{transcript}</div>
      {border(1, 'Width of the transcript')}
      <div className="min-w-0 lg:min-h-0 lg:overflow-y-auto">{rail}</div>
    </div>
  )
}

type BorderProps = {
  label: string
  percent: number
  onMove: (byPercent: number) => void
  toPercent: (pixels: number) => number
}

function Border({ label, percent, onMove, toPercent }: BorderProps) {
  const last = useRef(0)
  function handleKey(event: KeyboardEvent) {
    const by = { ArrowLeft: -keyStep, ArrowRight: keyStep, Home: -100, End: 100 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    // The arrows move the border here, not the video.
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
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot be moved
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={leastPercent}
      aria-valuemax={100 - 2 * leastPercent}
      aria-valuenow={Math.round(percent)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that moves takes the focus (ARIA 1.2)
      tabIndex={0}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        last.current = event.clientX
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={handleMove}
      className="group hidden w-4 cursor-col-resize touch-none place-items-center lg:grid"
    >
      <span className="h-12 w-1 rounded-full bg-line-strong group-hover:bg-accent" />
    </div>
  )
}
