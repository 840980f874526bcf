import { Pause, Play, RotateCcw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type PlayableVideo, readPlayer } from '#contract/videos/player.ts'
import { createPlayer, type Player } from '#web/features/player/index.ts'
import { formatDuration, Loaded, useRead, useShortcuts } from '#web/platform/index.ts'
import { Button, KeyHint, Notice, Skeleton } from '#web/ui/kit.ts'

/** `from` is the start of the question, or shortly before the answer. */
export type Clip = { id: string; videoId: string; from: number; to: number; isFromQuestion: boolean }

type StageProps = {
  /** Null if the finding has no time. Undefined while its question is being looked up. */
  clip: Clip | null | undefined
}

export function TriageStage({ videoId, clip }: StageProps & { videoId: string }) {
  const video = useRead(readPlayer, { params: { videoId }, input: {} })
  return (
    <Loaded query={video} skeleton={<Skeleton className="aspect-video" />}>
      {(found) =>
        found.streamUrl ? (
          <Stage key={found.id} video={found} clip={clip} />
        ) : (
          <Notice tone={found.status === 'failed' ? 'warning' : 'info'}>
            {found.status === 'failed'
              ? 'This video can’t be played because its file failed the media check.'
              : 'You can play this video once its media check passes.'}
          </Notice>
        )
      }
    </Loaded>
  )
}

function Stage({ video, clip }: StageProps & { video: PlayableVideo }) {
  const player = useMemo(() => createPlayer(null, 0), [])
  const [isPlaying, setPlaying] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { id, from, to } = clip ?? { id: null, from: 0, to: Infinity }
  useEffect(() => {
    const element = player.element()
    if (!element) return undefined
    element.pause()
    if (id === null) return undefined
    player.seek(from)
    // Rejects if the browser blocks playback before the first key press or click. The Play button is still available.
    element.play().catch(() => {})
    let hasEnded = false
    return player.subscribe(() => {
      if (hasEnded || element.seeking || player.now() < to) return
      hasEnded = true
      element.pause()
    })
  }, [player, id, from, to])
  function replay() {
    player.seek(from)
    player
      .element()
      ?.play()
      .catch(() => {})
  }
  const toggle = () => (!isPlaying && player.now() >= to ? replay() : player.toggle())
  useShortcuts('cover', [
    { keys: 'Space', label: 'Play or pause', run: toggle },
    { keys: 'r', label: 'Replay', run: replay },
  ])
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Surface
        video={video}
        attach={player.attach}
        onToggle={toggle}
        onPlaying={setPlaying}
        onFault={() => setFailed(true)}
      />
      {hasFailed && (
        <Notice tone="danger">This video can’t be played right now. You can still read the transcript.</Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
        <Button
          variant="quiet"
          icon={isPlaying ? <Pause className="size-4" /> : <Play className="size-4" />}
          onClick={toggle}
        >
          {isPlaying ? 'Pause' : 'Play'}
          <KeyHint keys="Space" />
        </Button>
        <Button variant="quiet" icon={<RotateCcw className="size-4" />} disabled={id === null} onClick={replay}>
          Replay
          <KeyHint keys="R" />
        </Button>
        <span className="tabular text-sm text-ink-2">
          {clip === null && 'No timecode'}
          {clip &&
            `${formatDuration(from)} – ${formatDuration(to)} · ${clip.isFromQuestion ? 'starts at the question' : 'starts at the answer'}`}
        </span>
      </div>
    </div>
  )
}

type SurfaceProps = {
  video: PlayableVideo
  attach: Player['attach']
  onToggle: () => void
  onPlaying: (isPlaying: boolean) => void
  onFault: () => void
}

function Surface({ video, attach, onToggle, onPlaying, onFault }: SurfaceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are added once a transcript exists
    <video
      ref={attach}
      src={video.streamUrl ?? undefined}
      playsInline
      preload="auto"
      className="aspect-video max-h-[32dvh] w-full bg-black lg:max-h-[56dvh]"
      onClick={onToggle}
      onPlay={() => onPlaying(true)}
      onPause={() => onPlaying(false)}
      onError={onFault}
    >
      {video.captionsUrl && (
        <track kind="captions" src={video.captionsUrl} srcLang={video.language ?? 'en'} label="Transcript" />
      )}
    </video>
  )
}
