import {
  Captions,
  CaptionsOff,
  Maximize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  StepBack,
  StepForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useRef, useState } from 'react'
import type { PlayableVideo } from '#contract/videos/player.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDuration } from '#web/platform/format.ts'
import { usePlaybackSeconds } from '#web/platform/page/playback.ts'
import { useShortcuts } from '#web/platform/page/shortcuts.ts'
import { IconButton, Notice } from '#web/ui/kit.ts'
import type { Player } from './player.ts'
import { Scrubber, SoundPicture } from './Scrubber.tsx'
import type { TimelineMark } from './timeline.ts'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
const skipSeconds = 5

type PlayerPanelProps = { video: PlayableVideo; player: Player; marks: readonly TimelineMark[] }

export function PlayerPanel({ video, player, marks }: PlayerPanelProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [hasCaptions, setCaptions] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const duration = video.duration ?? 0

  useShortcuts('page', [
    { keys: 'Space', label: 'Play or pause', run: player.toggle },
    { keys: 'ArrowLeft', label: 'Back 5 seconds', run: () => player.skip(-skipSeconds) },
    { keys: 'ArrowRight', label: 'Forward 5 seconds', run: () => player.skip(skipSeconds) },
    { keys: ',', label: 'Previous frame', run: () => player.step(-1) },
    { keys: '.', label: 'Next frame', run: () => player.step(1) },
  ])

  function changeSpeed(value: number) {
    setSpeed(value)
    const element = player.element()
    if (element) element.playbackRate = value
  }
  function toggleCaptions() {
    const track = player.element()?.textTracks[0]
    if (track) track.mode = hasCaptions ? 'hidden' : 'showing'
    setCaptions(!hasCaptions)
  }

  if (!video.streamUrl) {
    return (
      // The wrapper keeps the notice from stretching in a grid row.
      <div>
        {video.status === 'failed' ? (
          <Notice tone="warning">This video can’t be played because its file failed the media check.</Notice>
        ) : (
          <Notice tone="info">You can play this video once its media check passes.</Notice>
        )}
      </div>
    )
  }
  return (
    <div ref={frame} className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="relative grid aspect-video place-items-center bg-black">
        {video.width === null && <SoundPicture video={video} player={player} />}
        <Surface
          video={video}
          attach={player.attach}
          onToggle={player.toggle}
          onPlaying={setPlaying}
          onMuted={setMuted}
          onRate={setSpeed}
          onFault={() =>
            setFault(
              navigator.onLine
                ? 'This video can’t be played in your browser. Download it, or reprocess it to create a web version.'
                : 'You’re offline, so this video can’t be loaded. Reload the page when you’re back online.',
            )
          }
        />
      </div>
      <Failure of={fault} />
      <div className="grid gap-1 px-3 py-2">
        <Scrubber video={video} player={player} marks={marks} />
        {/* The buttons are in two groups so that a single button never wraps alone. */}
        <div className="flex flex-wrap items-center gap-y-1">
          <div className="flex items-center">
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
          <div className="flex grow items-center">
            <span className="grow">
              <Clock player={player} duration={duration} />
            </span>
            <label className="flex items-center gap-1 text-sm text-ink-2">
              <span className="sr-only">Speed</span>
              <select
                value={speed}
                onChange={(event) => changeSpeed(Number(event.target.value))}
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
                onClick={toggleCaptions}
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
        </div>
      </div>
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

function Clock({ player, duration }: { player: Player; duration: number }) {
  const seconds = usePlaybackSeconds(player, 1)
  return (
    <span className="tabular px-1 text-sm text-ink-2" data-testid="clock">
      {`${formatDuration(seconds)} / ${formatDuration(duration)}`}
    </span>
  )
}
