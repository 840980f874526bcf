import { Link } from '@tanstack/react-router'
import { Download, Eye, FileText, Film, RefreshCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { reprocessVideo, type VideoSummary, type VideoTotals } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatAgo, formatBytes, formatDateTime, formatDuration, formatCount } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import {
  Badge,
  IconButton,
  iconButtonClass,
  ProgressBar,
  StatusBadge,
  Tooltip,
  StatTile,
  StatTiles,
} from '#web/ui/kit.ts'
import { exportTranscript } from './exportTranscript.ts'
import { SentimentBadge, statusKinds, statusLabels, workLine } from './status.tsx'

const topicsShown = 3

type VideoRowProps = { video: VideoSummary; onDelete: (video: VideoSummary) => void; before?: ReactNode }

export function VideoRow({ video, onDelete, before }: VideoRowProps) {
  const { id, filename, status, duration } = video
  const work = workLine(video)
  const reprocess = useCommand(reprocessVideo)
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3 sm:flex-nowrap">
      {before}
      <Poster url={video.posterUrl} />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 truncate font-medium" title={filename}>
            {status === 'completed' || status === 'failed' ? (
              <Link
                to="/videos/$videoId"
                params={{ videoId: id }}
                className="block truncate rounded-mark py-0.5 -outline-offset-2 hover:underline touch:py-3"
              >
                {filename}
              </Link>
            ) : (
              filename
            )}
          </p>
          <StatusBadge kind={statusKinds[status]}>{statusLabels[status]}</StatusBadge>
        </div>
        <p className="tabular flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span>{formatBytes(video.size)}</span>
          {duration !== null && <span>{formatDuration(duration)}</span>}
          <time dateTime={video.uploadedAt} title={formatDateTime(video.uploadedAt)}>
            {formatAgo(video.uploadedAt)}
          </time>
        </p>
        {(status === 'uploading' || status === 'processing') && (
          <div className="mt-1 grid gap-1">
            <ProgressBar value={video.progress} label={`${statusLabels[status]} ${filename}`} />
            {work && <p className="text-sm text-ink-3">{work}</p>}
          </div>
        )}
        {status === 'failed' && video.failureReason && <p className="text-sm text-danger-fg">{video.failureReason}</p>}
        {video.analysis && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            <span>{`${video.analysis.speakers} ${video.analysis.speakers === 1 ? 'speaker' : 'speakers'}`}</span>
            {video.analysis.sentiment && <SentimentBadge sentiment={video.analysis.sentiment} />}
            {video.analysis.topics.slice(0, topicsShown).map((topic) => (
              <Badge key={topic} tone="neutral">
                {topic}
              </Badge>
            ))}
          </p>
        )}
      </div>
      {/* On phones, the buttons go below the name so that it has enough room. */}
      <div className="flex shrink-0 gap-1 max-sm:-mt-2 max-sm:w-full max-sm:[&>:first-child]:-ml-3.5">
        {status === 'completed' && (
          <>
            <Tooltip content="View">
              <Link
                to="/videos/$videoId"
                params={{ videoId: id }}
                aria-label={`View ${filename}`}
                className={iconButtonClass}
              >
                <Eye className="size-4" />
              </Link>
            </Tooltip>
            <Tooltip content="Download">
              <a
                href={`/api/videos/${id}/download`}
                download
                aria-label={`Download ${filename}`}
                className={iconButtonClass}
              >
                <Download className="size-4" />
              </a>
            </Tooltip>
            <IconButton
              label={`Export transcript of ${filename}`}
              icon={<FileText className="size-4" />}
              onClick={() => void exportTranscript(id, filename)}
            />
          </>
        )}
        {status === 'failed' && video.may.reprocess && (
          <IconButton
            label={`Reprocess ${filename}`}
            icon={<RefreshCw className="size-4" />}
            disabled={reprocess.isPending}
            onClick={() =>
              reprocess.mutate(
                { params: { videoId: id }, input: {} },
                {
                  onError: (error) =>
                    toast({
                      title: 'Couldn’t reprocess video',
                      description: describeError(error),
                      variant: 'destructive',
                    }),
                },
              )
            }
          />
        )}
        <IconButton label={`Delete ${filename}`} icon={<Trash2 className="size-4" />} onClick={() => onDelete(video)} />
      </div>
    </li>
  )
}

function Poster({ url }: { url: string | null }) {
  const frame = 'hidden h-14 w-24 shrink-0 rounded-mark border border-line bg-surface-2 sm:grid'
  if (url) return <img src={url} alt="" loading="lazy" width={96} height={56} className={`${frame} object-cover`} />
  return (
    <div aria-hidden="true" className={`${frame} place-items-center text-ink-3`}>
      <Film className="size-5" />
    </div>
  )
}

export function VideoTiles({ totals }: { totals: VideoTotals | null }) {
  const show = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))
  return (
    <StatTiles>
      <StatTile label="Total" value={show(totals?.total)} />
      <StatTile label="Processing" value={show(totals ? totals.processing + totals.uploading : undefined)} />
      <StatTile label="Completed" value={show(totals?.completed)} />
      <StatTile label="Failed" value={show(totals?.failed)} />
    </StatTiles>
  )
}
