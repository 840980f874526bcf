import { Link } from '@tanstack/react-router'
import { Download, Eye, FileText, Film, RefreshCw, Trash2 } from 'lucide-react'
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
  Skeleton,
  StatusBadge,
  Tooltip,
  StatTile,
  StatTiles,
} from '#web/ui/kit.ts'
import { exportTranscript } from './exportTranscript.ts'
import { SentimentBadge, statusKinds, statusLabels, workLine } from './status.tsx'
import { VideoPlace } from './VideoPlace.tsx'

const topicsShown = 3

type VideoRowProps = { video: VideoSummary; onDelete: (video: VideoSummary) => void }

export function VideoRow({ video, onDelete }: VideoRowProps) {
  const { id, filename, status, duration, analysis } = video
  const isOpenable = status === 'completed' || status === 'failed'
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-3 sm:flex sm:gap-x-4">
      {isOpenable ? (
        <Link to="/videos/$videoId" params={{ videoId: id }} aria-hidden="true" tabIndex={-1} className="shrink-0">
          <Poster url={video.posterUrl} />
        </Link>
      ) : (
        <Poster url={video.posterUrl} />
      )}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 max-sm:contents lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 content-start gap-x-1 sm:gap-1">
          <div className="flex flex-wrap items-center gap-x-2">
            <p className="min-w-0 truncate font-medium" title={filename}>
              {isOpenable ? (
                <Link
                  to="/videos/$videoId"
                  params={{ videoId: id }}
                  className="block truncate rounded-mark py-0.5 -outline-offset-2 hover:underline touch:-mt-3 touch:py-3"
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
        </div>
        <VideoPlace
          video={video}
          className="flex-wrap content-start text-sm max-sm:col-span-full lg:grid lg:gap-y-1 touch:*:-my-1 touch:*:min-h-11"
        />
        <Work video={video} />
        {analysis && (
          <p className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            <span>{`${analysis.speakers} ${analysis.speakers === 1 ? 'speaker' : 'speakers'}`}</span>
            {analysis.sentiment && <SentimentBadge sentiment={analysis.sentiment} />}
            {analysis.topics.slice(0, topicsShown).map((topic) => (
              <Badge key={topic} tone="neutral">
                {topic}
              </Badge>
            ))}
          </p>
        )}
      </div>
      <Actions video={video} onDelete={onDelete} />
    </li>
  )
}

export function VideoListSkeleton({ className }: { className: string }) {
  return (
    <div className={className}>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex gap-x-3 px-4 py-3 sm:gap-x-4">
          <Skeleton className="h-14 w-24 shrink-0 lg:h-18 lg:w-32" />
          <div className="grid min-h-40 flex-1 content-start gap-2 pt-1 sm:min-h-19">
            <Skeleton className="h-4 max-w-72" />
            <Skeleton className="h-3 max-w-48" />
            <Skeleton className="h-4 max-w-96" />
          </div>
        </div>
      ))}
    </div>
  )
}

function Poster({ url }: { url: string | null }) {
  const frame = 'h-14 w-24 shrink-0 rounded-mark border border-line bg-surface-2 lg:h-18 lg:w-32'
  if (url) return <img src={url} alt="" loading="lazy" width={128} height={72} className={`${frame} object-cover`} />
  return (
    <div aria-hidden="true" className={`${frame} grid place-items-center text-ink-3`}>
      <Film className="size-5" />
    </div>
  )
}

function Work({ video }: { video: VideoSummary }) {
  const { filename, status, progress, failureReason } = video
  const work = workLine(video)
  return (
    <>
      {(status === 'uploading' || status === 'processing') && (
        <div className="col-span-full mt-1 grid gap-1">
          <ProgressBar value={progress} label={`${statusLabels[status]} ${filename}`} />
          {work && <p className="text-sm text-ink-3">{work}</p>}
        </div>
      )}
      {status === 'failed' && failureReason && <p className="col-span-full text-sm text-danger-fg">{failureReason}</p>}
    </>
  )
}

function Actions({ video, onDelete }: VideoRowProps) {
  const { id, filename, status } = video
  const reprocess = useCommand(reprocessVideo)
  return (
    // On phones, the buttons go below the name so that it has enough room.
    <div className="flex shrink-0 gap-1 max-sm:col-span-full max-sm:-my-1 max-sm:[&>:first-child]:-ml-3.5">
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
