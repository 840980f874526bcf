import { Link } from '@tanstack/react-router'
import { ArrowUp, Clock, RefreshCw, Square, Unlink, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { retryStage } from '#contract/sessions/progress.ts'
import { detachVideo, placeVideo, type VideoProgress } from '#contract/sessions/session-videos.ts'
import { stageTitles } from '#contract/videos/analysis.ts'
import { cancelProcessing, reprocessVideo, videoStatusKinds, videoStatusWords } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { formatDuration, formatTimeLeft } from '#web/platform/format.ts'
import { toastOnError } from '#web/platform/toast.ts'
import { Button, buttonClass, Notice, ProgressBar, StatusBadge, cx, Table } from '#web/ui/kit.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { nameVideoLink } from './sessionLabels.ts'

type VideoProgressCardProps = { sessionId: string; video: VideoProgress; mayEdit: boolean; isFirst: boolean }

export function VideoProgressCard(props: VideoProgressCardProps) {
  const { videoId, filename, status, ...video } = props.video
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <Link to="/videos/$videoId" params={{ videoId }} className="font-medium break-words">
            {filename}
          </Link>
          <p className="tabular text-sm text-ink-3">{describePlace(props.video)}</p>
        </div>
        <StatusBadge kind={videoStatusKinds[status]}>{videoStatusWords[status]}</StatusBadge>
      </div>
      {(status === 'uploading' || status === 'processing') && (
        <ProgressBar value={video.progress} label={`${videoStatusWords[status]} ${filename}`} />
      )}
      <p className="tabular text-sm text-ink-2">{describeTime(props.video)}</p>
      {status !== 'uploading' && (
        <StageList videoId={videoId} name={filename} stages={video.stages} isOpen={status !== 'completed'} />
      )}
      {status === 'failed' && (
        <Notice tone="danger">
          <p className="font-medium">{video.failureReason ?? 'The analysis failed.'}</p>
          <p>{video.nextStep}</p>
        </Notice>
      )}
      <Partial partial={video.partial} />
      <Transcript video={props.video} />
      <div className="flex flex-wrap gap-2">
        {status === 'completed' && (
          <Link to="/videos/$videoId" params={{ videoId }} className={buttonClass()}>
            {nameVideoLink(video.findings)}
          </Link>
        )}
        {video.may.reprocess && <AnalysisButtons video={props.video} />}
        {props.mayEdit && <PlaceButtons {...props} />}
      </div>
    </li>
  )
}

const onRerunError = toastOnError('Couldn’t rerun analysis')

function AnalysisButtons({ video: { videoId, status, stages } }: { video: VideoProgress }) {
  const reprocess = useCommand(reprocessVideo)
  const retry = useCommand(retryStage)
  const cancel = useCommand(cancelProcessing)
  const stopped = stages.find(({ mayRetry, state }) => mayRetry && (state === 'failed' || state === 'cancelled'))
  const args = { params: { videoId }, input: {} }
  if (status === 'failed') {
    return (
      <Button
        icon={<RefreshCw className="size-4" />}
        busy={reprocess.isPending || retry.isPending}
        onClick={() =>
          stopped
            ? retry.mutate({ params: { videoId }, input: { stage: stopped.name } }, onRerunError)
            : reprocess.mutate(args, onRerunError)
        }
      >
        Try again
      </Button>
    )
  }
  if (status !== 'processing') return null
  return (
    <Button
      icon={<Square className="size-4" />}
      busy={cancel.isPending}
      onClick={() => cancel.mutate(args, toastOnError('Couldn’t cancel analysis'))}
    >
      Cancel
    </Button>
  )
}

function PlaceButtons({ sessionId, video, isFirst }: VideoProgressCardProps) {
  const { videoId, filename, position } = video
  const place = useCommand(placeVideo)
  const detach = useCommand(detachVideo)
  const [isPlacing, setPlacing] = useState(false)
  const params = { sessionId, videoId }
  return (
    <>
      <Button
        variant="quiet"
        icon={<Clock className="size-4" />}
        aria-label={`Timing for ${filename}`}
        onClick={() => setPlacing(true)}
      >
        Timing
      </Button>
      {!isFirst && (
        <Button
          variant="quiet"
          icon={<ArrowUp className="size-4" />}
          aria-label={`Move ${filename} up`}
          onClick={() =>
            place.mutate({ params, input: { position: position - 1 } }, toastOnError('Couldn’t move video'))
          }
        >
          Move up
        </Button>
      )}
      <Button
        variant="quiet"
        icon={<Unlink className="size-4" />}
        aria-label={`Remove ${filename} from the session`}
        onClick={() => detach.mutate({ params, input: {} }, toastOnError('Couldn’t remove video'))}
      >
        Remove
      </Button>
      <PlaceDialog sessionId={sessionId} video={video} open={isPlacing} onClose={() => setPlacing(false)} />
    </>
  )
}

function Partial({ partial: { total, turns } }: Pick<VideoProgress, 'partial'>) {
  if (turns.length === 0) return null
  return (
    <section aria-live="off" className="rounded-card bg-surface-2 p-3">
      <h2 className="text-sm font-bold">{`Partial transcript (${total} passages so far)`}</h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {turns.map(({ startMs, text }) => (
          <li key={startMs} className="flex gap-2">
            <span className="tabular shrink-0 text-ink-3">{formatDuration(startMs / 1000)}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Transcript({ video: { transcriptStart, transcriptReason } }: { video: VideoProgress }) {
  if (transcriptStart.length === 0) return null
  return (
    <section className="rounded-card bg-surface-2 p-3">
      <h2 className="text-sm font-bold">Transcript preview</h2>
      {transcriptReason && <p className="text-sm text-ink-3">{transcriptReason}</p>}
      <ul className="mt-2 grid gap-1 text-sm">
        {transcriptStart.map(({ speaker, text }) => (
          <li key={`${speaker} ${text}`} className="break-words">
            {speaker && <span className="font-medium">{`${speaker}: `}</span>}
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

const describePlace = ({ duration, offset, camera }: VideoProgress): string =>
  [
    duration === null ? 'Unknown duration' : formatDuration(duration),
    `starts at ${formatDuration(offset)}`,
    camera && `camera: ${camera}`,
  ]
    .filter(Boolean)
    .join(' · ')

function describeTime({ status, progress, queuePosition, elapsedSeconds, secondsLeft }: VideoProgress): string {
  const share = `${Math.floor(progress)}%`
  const elapsed = elapsedSeconds === null ? null : formatTimeLeft(elapsedSeconds)
  if (status === 'uploading') return `${share} received`
  if (status === 'completed') return elapsed ? `Analyzed in ${elapsed}` : 'Analyzed'
  if (status === 'failed') return elapsed ? `Stopped after ${elapsed}` : 'Stopped'
  if (queuePosition !== null) return queuePosition === 0 ? 'Next in queue' : `Queued: ${queuePosition} ahead`
  const left = secondsLeft === null ? null : `about ${formatTimeLeft(secondsLeft)} left`
  return [share, elapsed && `${elapsed} so far`, left].filter(Boolean).join(' · ')
}

type Stage = VideoProgress['stages'][number]

const marks: Record<Stage['state'], { shape: string; word: string; look: string }> = {
  done: { shape: '✓', word: 'Done', look: 'text-success-fg' },
  kept: { shape: '✓', word: 'Reused', look: 'text-success-fg' },
  running: { shape: '●', word: 'Running', look: 'text-info-fg font-medium' },
  failed: { shape: '✕', word: 'Failed', look: 'text-danger-fg font-medium' },
  cancelled: { shape: '■', word: 'Stopped', look: 'text-ink-2' },
  waiting: { shape: '○', word: 'Waiting', look: 'text-ink-3' },
}

type StageListProps = { videoId: string; name: string; stages: readonly Stage[]; isOpen: boolean }

function StageList({ videoId, name, stages, isOpen }: StageListProps) {
  const finished = stages.filter(({ state }) => state === 'done' || state === 'kept').length
  // Hides this column if it's unused, to leave room for the buttons on phones.
  const showsLeft = stages.some(({ secondsLeft }) => secondsLeft !== null)
  return (
    <details open={isOpen} className="text-sm">
      <summary className="min-h-6 cursor-pointer touch:min-h-11">{`${finished} of ${stages.length} steps done`}</summary>
      <Table
        caption={`Steps for ${name}`}
        columns={[
          { label: 'Step' },
          { label: 'State' },
          { label: 'Elapsed', numeric: true },
          ...(showsLeft ? [{ label: 'Time left', numeric: true }] : []),
          { label: 'Rerun', hidden: true },
        ]}
      >
        {stages.map((stage) => (
          <StageRow key={stage.name} videoId={videoId} stage={stage} showsLeft={showsLeft} />
        ))}
      </Table>
    </details>
  )
}

type StageRowProps = { videoId: string; stage: Stage; showsLeft: boolean }

function StageRow({ videoId, stage, showsLeft }: StageRowProps) {
  const retry = useCommand(retryStage)
  const { shape, word, look } = marks[stage.state]
  const title = stageTitles[stage.name]
  const isBroken = stage.state === 'failed' || stage.state === 'cancelled'
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="px-2 py-1 text-left font-normal">
        {title}
      </th>
      <td className={cx('px-2 py-1 whitespace-nowrap', look)}>
        <span aria-hidden="true">{`${shape} `}</span>
        {word}
      </td>
      <td className="tabular px-2 py-1 text-right whitespace-nowrap">{formatTime(stage.elapsedSeconds)}</td>
      {showsLeft && <td className="tabular px-2 py-1 text-right whitespace-nowrap">{formatTime(stage.secondsLeft)}</td>}
      <td className="px-2 py-1 text-right">
        {stage.mayRetry && (
          <Button
            variant="quiet"
            className="max-sm:px-2!"
            icon={<RotateCcw className="size-4" />}
            busy={retry.isPending}
            aria-label={isBroken ? `Resume from ${title}` : `Rerun from ${title}`}
            onClick={() => retry.mutate({ params: { videoId }, input: { stage: stage.name } }, onRerunError)}
          >
            {isBroken ? 'Resume here' : 'Rerun'}
          </Button>
        )}
      </td>
    </tr>
  )
}

const formatTime = (seconds: number | null): string =>
  seconds === null ? '' : seconds < 1 ? '< 1 s' : formatTimeLeft(seconds)
