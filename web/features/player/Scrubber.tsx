import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState, useEffect } from 'react'
import type { Severity } from '#contract/findings/findings.ts'
import type { PlayableVideo } from '#contract/videos/player.ts'
import { formatDuration } from '#web/platform/format.ts'
import { usePlaybackSeconds } from '#web/platform/page/playback.ts'
import { cx, ReadNotice } from '#web/ui/kit.ts'
import type { Player } from './player.ts'
import { bucketMarks, type MarkBucket, type TimelineMark } from './timeline.ts'

const markColors: Record<Severity, string> = {
  critical: 'bg-critical-solid',
  high: 'bg-high-solid',
  medium: 'bg-medium-solid',
  low: 'bg-low-solid',
}
const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowRight: 5,
  ArrowDown: -5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
}

type ScrubberProps = { video: PlayableVideo; player: Player; marks: readonly TimelineMark[] }

export function Scrubber({ video, player, marks }: ScrubberProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [hover, setHover] = useState<number | null>(null)
  const waveform = useWaveform(video.waveform?.url ?? null)
  const seconds = usePlaybackSeconds(player, 0.1)
  const duration = video.duration ?? 0
  const buckets = useMemo(() => bucketMarks(marks, duration), [marks, duration])
  const percent = (value: number) => `${duration > 0 ? Math.min(100, (value / duration) * 100) : 0}%`

  function secondsAt(event: PointerEvent): number {
    const box = bar.current!.getBoundingClientRect()
    return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * duration
  }
  function handleKey(event: KeyboardEvent) {
    const step = keySteps[event.key]
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? duration : step === undefined ? null : player.now() + step
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    player.seek(target)
  }
  return (
    <div className="relative">
      {hover !== null && <Preview video={video} seconds={hover} left={percent(hover)} />}
      <div
        ref={bar}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input can't contain a waveform and marks
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(seconds)}
        aria-valuetext={`${formatDuration(seconds)} of ${formatDuration(duration)}`}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          player.seek(secondsAt(event))
        }}
        onPointerMove={(event) => {
          setHover(secondsAt(event))
          if (event.buttons === 1) player.seek(secondsAt(event))
        }}
        onPointerLeave={() => setHover(null)}
        className="relative h-12 max-md:h-9 cursor-pointer touch-none overflow-hidden rounded-mark bg-surface-2"
      >
        <Waveform of={waveform} />
        <div className="absolute inset-y-0 left-0 bg-accent/20" style={{ width: percent(seconds) }} />
        <div className="absolute inset-y-0 w-0.5 bg-accent" style={{ left: percent(seconds) }} />
        {buckets.map((bucket) => (
          <div
            key={bucket.first.id}
            title={describeTitle(bucket)}
            data-mark={bucket.first.id}
            className={cx(
              'absolute bottom-0 h-4 w-1 rounded-t-mark',
              markColors[bucket.severity],
              bucket.suggested && 'opacity-80',
            )}
            style={{ left: percent(bucket.first.seconds) }}
          />
        ))}
      </div>
      {waveform.error && <ReadNotice of={waveform} what="Waveform" />}
    </div>
  )
}

function describeTitle({ first, count, labels }: MarkBucket): string {
  const more = count - labels.length
  return [`${formatDuration(first.seconds)} ${labels.join('\n')}`, more > 0 && `and ${more} more`]
    .filter(Boolean)
    .join('\n')
}

function Preview({ video, seconds, left }: { video: PlayableVideo; seconds: number; left: string }) {
  const { sprite } = video
  const index = sprite ? Math.min(sprite.count - 1, Math.floor((seconds * 1000) / sprite.intervalMs)) : 0
  return (
    <div
      className="pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 rounded-mark border border-line bg-surface p-1 text-center shadow-floating"
      style={{ left }}
    >
      {sprite && (
        <div
          style={{
            width: sprite.tileWidth,
            height: sprite.tileHeight,
            backgroundImage: `url(${sprite.url})`,
            backgroundPosition: `-${(index % sprite.columns) * sprite.tileWidth}px -${Math.floor(index / sprite.columns) * sprite.tileHeight}px`,
          }}
        />
      )}
      <span className="tabular text-xs">{formatDuration(seconds)}</span>
    </div>
  )
}

export function SoundPicture({ video, player }: Omit<ScrubberProps, 'marks'>) {
  const waveform = useWaveform(video.waveform?.url ?? null)
  const seconds = usePlaybackSeconds(player, 0.1)
  const played = video.duration ? Math.min(100, (seconds / video.duration) * 100) : 0
  return (
    <div data-testid="sound-picture" className="pointer-events-none absolute inset-0 bg-surface-2">
      <Waveform of={waveform} />
      <div className="absolute inset-y-0 left-0 bg-accent/20" style={{ width: `${played}%` }} />
      <p className="absolute inset-x-0 top-3 text-center text-sm text-ink-2">Audio only</p>
    </div>
  )
}

/** Returns two signed bytes per bucket: the minimum and the maximum. */
function useWaveform(url: string | null) {
  return useQuery({
    queryKey: ['waveform', url],
    enabled: url !== null,
    queryFn: async () => {
      const response = await fetch(url ?? '')
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
      return new Int8Array(await response.arrayBuffer())
    },
  })
}

function Waveform({ of }: { of: ReturnType<typeof useWaveform> }) {
  if (of.isLoading) return <div aria-hidden="true" className="absolute inset-0 animate-pulse bg-neutral-soft" />
  return of.data && <Peaks peaks={of.data} />
}

function Peaks({ peaks }: { peaks: Int8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => draw(element, peaks))
    observer.observe(element)
    return () => observer.disconnect()
  }, [peaks])
  return <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full text-ink-3 opacity-50" />
}

function draw(canvas: HTMLCanvasElement, peaks: Int8Array): void {
  const context = canvas.getContext('2d')
  if (!context) return
  canvas.width = canvas.clientWidth * devicePixelRatio
  canvas.height = canvas.clientHeight * devicePixelRatio
  context.fillStyle = getComputedStyle(canvas).color
  const [buckets, middle] = [peaks.length >> 1, canvas.height / 2]
  for (let x = 0; x < canvas.width; x++) {
    const end = Math.max(Math.floor(((x + 1) / canvas.width) * buckets), Math.floor((x / canvas.width) * buckets) + 1)
    let [low, high] = [0, 0]
    for (let bucket = Math.floor((x / canvas.width) * buckets); bucket < end; bucket++) {
      low = Math.min(low, peaks[bucket * 2] ?? 0)
      high = Math.max(high, peaks[bucket * 2 + 1] ?? 0)
    }
    const [top, bottom] = [middle - (high / 127) * middle, middle - (low / 127) * middle]
    context.fillRect(x, top, 1, Math.max(1, bottom - top))
  }
}
