import {
  Captions,
  CaptionsOff,
  Ellipsis,
  Maximize,
  Maximize2,
  Minimize2,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  StepBack,
  StepForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PlayableVideo } from '#contract/videos/player.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDuration } from '#web/platform/format.ts'
import { usePlaybackSeconds } from '#web/platform/page/playback.ts'
import { useShortcuts } from '#web/platform/page/shortcuts.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { cx, IconButton, Notice, Skeleton } from '#web/ui/kit.ts'
import type { Player } from './player.ts'
import { Scrubber, SoundPicture } from './Scrubber.tsx'
import type { TimelineMark } from './timeline.ts'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
const skipSeconds = 5

type PlayerPanelProps = {
  video: PlayableVideo
  player: Player
  marks: readonly TimelineMark[]
  /** Shown below the player. On phones, they're folded with the rarer controls. */
  tools?: ReactNode
}

const sizeSetting = 'player.size'
const isLargeSaved = (): boolean => readSetting(sizeSetting) === 'large'

const phoneGridClass = 'max-md:grid max-md:grid-cols-[minmax(0,1fr)_13.75rem] max-md:rounded-none max-md:border-x-0'
const pictureClass = (isLarge: boolean): string =>
  cx(
    'aspect-video min-h-0 w-full md:max-h-[45dvh] max-md:row-start-1',
    isLarge ? 'max-md:col-span-full' : 'max-md:row-end-3',
  )
const scrubberClass = 'max-md:col-span-full max-md:row-start-3 max-md:px-3 max-md:py-1.5'

export function PlayerPanel({ video, player, marks, tools }: PlayerPanelProps) {
  const [isPlaying, setPlaying] = useState(false)
  const [isLarge, setLarge] = useState(isLargeSaved)
  const [isMore, setMore] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const settings = useSettings(player)

  useShortcuts('page', [
    { keys: 'Space', label: 'Play or pause', run: player.toggle },
    { keys: 'ArrowLeft', label: 'Back 5 seconds', run: () => player.skip(-skipSeconds) },
    { keys: 'ArrowRight', label: 'Forward 5 seconds', run: () => player.skip(skipSeconds) },
    { keys: ',', label: 'Previous frame', run: () => player.step(-1) },
    { keys: '.', label: 'Next frame', run: () => player.step(1) },
  ])

  function resize() {
    setLarge(!isLarge)
    writeSetting(sizeSetting, isLarge ? null : 'large')
  }

  if (!video.streamUrl) return <Unplayable video={video} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 max-md:gap-0 ">
      <div className={cx('overflow-hidden rounded-card border border-line bg-surface', phoneGridClass)}>
        <div className={cx('relative grid place-items-center bg-black', pictureClass(isLarge))}>
          {video.width === null && <SoundPicture video={video} player={player} />}
          <Surface
            video={video}
            attach={player.attach}
            onToggle={player.toggle}
            onPlaying={setPlaying}
            onMuted={settings.setMuted}
            onRate={settings.setSpeed}
            onFault={() => setFault(navigator.onLine ? wontPlay : offline)}
          />
        </div>
        <div className="max-md:col-span-full max-md:row-start-5">
          <Failure of={fault} />
        </div>
        <div className="grid gap-1 px-3 py-2 max-md:contents">
          <div className={scrubberClass}>
            <Scrubber video={video} player={player} marks={marks} />
          </div>
          {/* The buttons are in two groups so that a single button never wraps alone. */}
          <div className="flex flex-wrap items-center gap-y-1 max-md:contents">
            <div className="flex grow items-center max-md:contents">
              <div
                className={cx(
                  'flex items-center max-md:col-start-2 max-md:row-start-2',
                  !isLarge && 'max-md:self-start',
                )}
              >
                <IconButton
                  label={isPlaying ? 'Pause' : 'Play'}
                  keys="Space"
                  icon={isPlaying ? <Pause className="size-5" /> : <Play className="size-5" />}
                  onClick={player.toggle}
                />
                <IconButton
                  label="Back 5 seconds"
                  keys="←"
                  icon={<RotateCcw className="size-4" />}
                  onClick={() => player.skip(-skipSeconds)}
                />
                <IconButton
                  label="Forward 5 seconds"
                  keys="→"
                  icon={<RotateCw className="size-4" />}
                  onClick={() => player.skip(skipSeconds)}
                />
                <IconButton
                  label={isLarge ? 'Smaller video' : 'Larger video'}
                  className="md:hidden"
                  icon={isLarge ? <Minimize2 className="size-4" /> : <Maximize2 className="size-4" />}
                  onClick={resize}
                />
                <IconButton
                  label="More controls"
                  aria-expanded={isMore}
                  className="md:hidden"
                  icon={<Ellipsis className="size-4" />}
                  onClick={() => setMore(!isMore)}
                />
              </div>
              <div className={cx('flex items-center max-md:row-start-4', !isMore && 'max-md:hidden')}>
                <IconButton
                  label="Previous frame"
                  keys=","
                  icon={<StepBack className="size-4" />}
                  onClick={() => player.step(-1)}
                />
                <IconButton
                  label="Next frame"
                  keys="."
                  icon={<StepForward className="size-4" />}
                  onClick={() => player.step(1)}
                />
              </div>
              <Clock player={player} duration={video.duration ?? 0} isBeside={!isLarge} />
            </div>
            <Settings video={video} player={player} settings={settings} className={isMore ? '' : 'max-md:hidden'} />
          </div>
        </div>
      </div>
      {tools && (
        <div
          className={cx(
            'max-md:border-b max-md:border-line max-md:bg-surface max-md:px-3 max-md:pb-2',
            !isMore && 'max-md:hidden',
          )}
        >
          {tools}
        </div>
      )}
    </div>
  )
}

const wontPlay = 'This video can’t be played in your browser. Download it, or reprocess it to create a web version.'
const offline = 'You’re offline, so this video can’t be loaded. Reload the page when you’re back online.'

export function PlayerSkeleton() {
  return (
    <div className="@container">
      <div className={cx('overflow-hidden rounded-card border border-line bg-surface', phoneGridClass)}>
        <Skeleton className={cx('rounded-none', pictureClass(isLargeSaved()))} />
        <div className="h-25 max-md:col-span-full max-md:row-start-3 max-md:h-12 md:@max-[28rem]:h-34" />
      </div>
    </div>
  )
}

function Unplayable({ video: { status } }: { video: PlayableVideo }) {
  return (
    // The wrapper keeps the notice from stretching in a grid row.
    <div>
      {status === 'failed' ? (
        <Notice tone="warning">This video can’t be played because its file failed the media check.</Notice>
      ) : (
        <Notice tone="info">You can play this video once its media check passes.</Notice>
      )}
    </div>
  )
}

function useSettings(player: Player) {
  const [isMuted, setMuted] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [hasCaptions, setCaptions] = useState(false)
  return {
    isMuted,
    setMuted,
    speed,
    setSpeed,
    hasCaptions,
    changeSpeed: (value: number) => {
      setSpeed(value)
      const element = player.element()
      if (element) element.playbackRate = value
    },
    toggleCaptions: () => {
      const track = player.element()?.textTracks[0]
      if (track) track.mode = hasCaptions ? 'hidden' : 'showing'
      setCaptions(!hasCaptions)
    },
  }
}

type SettingsProps = {
  video: PlayableVideo
  player: Player
  settings: ReturnType<typeof useSettings>
  className: string
}

function Settings({ video, player, settings, className }: SettingsProps) {
  const { isMuted, speed, hasCaptions } = settings
  return (
    <div className={cx('ml-auto flex items-center max-md:col-start-2 max-md:row-start-4', className)}>
      <label className="flex items-center gap-1 text-sm text-ink-2">
        <span className="sr-only">Speed</span>
        <select
          value={speed}
          onChange={(event) => settings.changeSpeed(Number(event.target.value))}
          className="min-h-8 rounded-control border border-line-strong bg-surface px-1 text-sm touch:min-h-11"
        >
          {speeds.map((value) => (
            <option key={value} value={value}>{`${value}×`}</option>
          ))}
        </select>
      </label>
      {video.captionsUrl && (
        <IconButton
          label="Captions"
          aria-pressed={hasCaptions}
          icon={hasCaptions ? <Captions className="size-4" /> : <CaptionsOff className="size-4" />}
          onClick={settings.toggleCaptions}
        />
      )}
      <IconButton
        label={isMuted ? 'Unmute' : 'Mute'}
        icon={isMuted ? <VolumeX className="size-4" /> : <Volume2 className="size-4" />}
        onClick={() => {
          const element = player.element()
          if (element) element.muted = !element.muted
        }}
      />
      <IconButton
        label="Full screen"
        icon={<Maximize className="size-4" />}
        onClick={() => void player.element()?.requestFullscreen()}
      />
    </div>
  )
}

type SurfaceProps = {
  video: PlayableVideo
  attach: Player['attach']
  onToggle: () => void
  onPlaying: (isPlaying: boolean) => void
  onMuted: (isMuted: boolean) => void
  onRate: (rate: number) => void
  onFault: () => void
}

/** Doesn't set a poster because it would differ from the frame at 0:00. */
function Surface({ video, attach, onToggle, onPlaying, onMuted, onRate, onFault }: SurfaceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are added once a transcript exists
    <video
      ref={attach}
      src={video.streamUrl ?? undefined}
      preload="metadata"
      playsInline
      className="relative size-full"
      onClick={onToggle}
      onPlay={() => onPlaying(true)}
      onPause={() => onPlaying(false)}
      onVolumeChange={(event) => onMuted(event.currentTarget.muted)}
      onRateChange={(event) => onRate(event.currentTarget.playbackRate)}
      onError={onFault}
    >
      {video.captionsUrl && (
        <track kind="captions" src={video.captionsUrl} srcLang={video.language ?? 'en'} label="Transcript" />
      )}
    </video>
  )
}

function Clock({ player, duration, isBeside }: { player: Player; duration: number; isBeside: boolean }) {
  const seconds = usePlaybackSeconds(player, 1)
  return (
    <span
      className={cx(
        'tabular px-1 text-sm text-ink-2 max-md:px-3',
        isBeside ? 'max-md:col-start-2 max-md:row-start-1 max-md:self-end' : 'max-md:row-start-2 max-md:self-center',
      )}
      data-testid="clock"
    >
      {`${formatDuration(seconds)} / ${formatDuration(duration)}`}
    </span>
  )
}
