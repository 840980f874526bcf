import { useRef } from 'react'
import { readPlayer } from '#contract/videos/player.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useRead } from '#web/platform/api.ts'
import { Notice, Skeleton } from '#web/ui/kit.ts'

const contextSeconds = 2

export function ClipPlayer({ videoId, start, end }: { videoId: string; start: number; end: number | null }) {
  const video = useRead(readPlayer, { params: { videoId }, input: {} })
  const hasEnded = useRef(false)
  const from = Math.max(0, start - contextSeconds)
  const to = (end ?? start + 10) + contextSeconds
  if (!video.data) {
    return (
      <div className="mt-2 max-w-md">
        <Loaded query={video} skeleton={<Skeleton className="aspect-video" />}>
          {() => null}
        </Loaded>
      </div>
    )
  }
  const { streamUrl, captionsUrl, language, status } = video.data
  if (!streamUrl) {
    return status === 'failed' ? (
      <Notice tone="warning">This video can’t be played because its file failed the media check.</Notice>
    ) : (
      <Notice>You can play this video once its media check passes.</Notice>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are added once a transcript exists
    <video
      src={streamUrl}
      controls
      autoPlay
      playsInline
      preload="metadata"
      className="mt-2 aspect-video w-full max-w-md rounded-card bg-black"
      onLoadedMetadata={(event) => {
        event.currentTarget.currentTime = from
      }}
      onTimeUpdate={(event) => {
        if (hasEnded.current || event.currentTarget.currentTime < to) return
        hasEnded.current = true
        event.currentTarget.pause()
      }}
    >
      {captionsUrl && <track kind="captions" src={captionsUrl} srcLang={language ?? 'en'} label="Transcript" />}
    </video>
  )
}
