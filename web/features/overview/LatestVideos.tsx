import { Link } from '@tanstack/react-router'
import type { VideoStatus, VideoSummary } from '#contract/videos/videos.ts'
import { formatAgo, formatBytes, formatDuration } from '#web/platform/format.ts'
import { ProgressBar, StatusBadge, type StatusKind } from '#web/ui/kit.ts'

const statuses: Record<VideoStatus, { kind: StatusKind; word: string }> = {
  uploading: { kind: 'busy', word: 'Uploading' },
  processing: { kind: 'busy', word: 'Processing' },
  completed: { kind: 'done', word: 'Completed' },
  failed: { kind: 'failed', word: 'Failed' },
}

export function LatestVideos({ videos }: { videos: readonly VideoSummary[] }) {
  return (
    <ul className="grid gap-2">
      {videos.map((video) => {
        const { kind, word } = statuses[video.status]
        const facts = [
          formatBytes(video.size),
          video.duration !== null && formatDuration(video.duration),
          formatAgo(video.uploadedAt),
        ].filter(Boolean)
        return (
          <li key={video.id} className="border-b border-line pb-2 last:border-0 last:pb-0">
            <div className="flex items-center justify-between gap-3">
              <Link
                to="/videos/$videoId"
                params={{ videoId: video.id }}
                className="min-w-0 rounded-mark font-medium break-words text-accent-ink hover:underline touch:py-3"
              >
                {video.filename}
              </Link>
              <StatusBadge kind={kind}>{word}</StatusBadge>
            </div>
            <p className="tabular text-sm text-ink-3 touch:-mt-2 touch:mb-1">{facts.join(' · ')}</p>
            {video.failureReason && <p className="text-sm text-danger-fg">{video.failureReason}</p>}
            {kind === 'busy' && (
              <div className="mt-1.5">
                <ProgressBar value={video.progress} label={`${word} ${video.filename}`} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
