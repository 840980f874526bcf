import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, AudioLines, Download, FileDown } from 'lucide-react'
import { type ComponentProps, Suspense, useEffect, useMemo, useState } from 'react'
import { readVideo, type VideoDetail as Video } from '#contract/videos/videos.ts'
import { createPlayer, PlayerPanel } from '#web/features/player/index.ts'
import {
  AccessesCard,
  AnalysisCard,
  DeleteVideoDialog,
  IntegrityNotice,
  ProcessingDetailsCard,
  QuickActionsCard,
  statusKinds,
  statusLabels,
  VideoInformationCard,
} from '#web/features/videos/index.ts'
import { formatBytes, formatDateTime, formatDuration, lazyPart, useRead } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { Button, buttonClass, Notice, Skeleton, StatusBadge } from '#web/ui/kit.ts'
import { useVideoFindings, VideoFindings } from './VideoFindings.tsx'
import { useEarlyTranscript, VideoTranscript, VideoVoices } from './VideoTranscript.tsx'

const AddToCaseDialog = lazyPart(
  () => import('./AddToCaseDialog.tsx'),
  ({ AddToCaseDialog }) => AddToCaseDialog,
)
const VideoReport = lazyPart(
  () => import('./VideoReport.tsx'),
  ({ VideoReport }) => VideoReport,
)

const pollMs = 5000

export function VideoDetail() {
  const { videoId } = useParams({ from: '/_app/videos/$videoId' })
  const video = useRead(readVideo, { params: { videoId }, input: { brief: 'true' } }, { pollMs })
  useEarlyTranscript(videoId, video.data ? video.data.analysis !== null : null)
  return (
    <LoadedScreen
      title="Video"
      back={<BackLink />}
      query={video}
      skeleton={<DetailSkeleton />}
      absent={<VideoNotFound />}
    >
      {(data) => <Found key={data.id} video={data} />}
    </LoadedScreen>
  )
}

function VideoNotFound() {
  return (
    <Screen
      title="Video Not Found"
      description="The video you're looking for doesn't exist or you don't have access to it."
    >
      <Link to="/video-processing" className={buttonClass({ variant: 'primary' })}>
        Back to Video Library
      </Link>
    </Screen>
  )
}

function BackLink() {
  return (
    <Link to="/video-processing" className="inline-flex items-center gap-1">
      <ArrowLeft className="size-4" />
      Back to Library
    </Link>
  )
}

function DetailSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
      <Skeleton className="aspect-video" />
      <Skeleton className="h-64 lg:h-full" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  )
}

function usePlayer({ frameRate }: Video) {
  const { t: startSeconds = 0 } = useSearch({ from: '/_app/videos/$videoId' })
  const [numerator, denominator] = frameRate ?? [0, 0]
  const player = useMemo(
    () => createPlayer(denominator > 0 ? [numerator, denominator] : null, startSeconds),
    [numerator, denominator, startSeconds],
  )
  useEffect(() => {
    if (startSeconds > 0) player.seek(startSeconds)
  }, [player, startSeconds])
  return player
}

function Found({ video }: { video: Video }) {
  const navigate = useNavigate()
  const [isDoomed, setDoomed] = useState(false)
  const [isAddingToCase, setAddingToCase] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const found = useVideoFindings(video)
  const player = usePlayer(video)
  const speakers = video.analysis?.speakerDiarization ?? []
  const namesVoices = video.may.annotate && speakers.length > 0 && !speakers.some(({ role }) => role === 'juror')
  const getName = (label: string) => speakers.find((each) => each.label === label)?.displayName ?? label
  const nameVoices = namesVoices && <NameVoices video={video} onAddToCase={() => setAddingToCase(true)} />

  return (
    <Screen
      title={video.originalName}
      back={<BackLink />}
      description={<Facts video={video} />}
      actions={
        <>
          {!video.integrity.isBlocked && (
            <a href={video.downloadUrl} download className={buttonClass()}>
              <Download className="size-4" />
              Download
            </a>
          )}
          {video.analysis && (
            <Button icon={<FileDown className="size-4" />} onClick={() => setExporting(true)}>
              Export Report
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <IntegrityNotice video={video} />
        {video.analysis && (
          <VideoVoices
            video={video}
            player={player}
            findings={found.query.data === undefined ? null : found.findings.length}
            onChooseSession={() => setAddingToCase(true)}
          />
        )}
        {video.status === 'failed' && <Notice tone="danger">{video.failureReason ?? 'Analysis failed.'}</Notice>}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block!">
          <Playback video={video} player={player} marks={found.timelineMarks} />
          <VideoTranscript
            video={video}
            player={player}
            marks={found.turnMarks}
            getName={getName}
            action={nameVoices}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            <AnalysisCard video={video} onSeek={player.seek} />
            <VideoFindings video={video} found={found} player={player} getName={getName} nextStep={nameVoices} />
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            <QuickActionsCard
              video={video}
              onAddToCase={() => setAddingToCase(true)}
              onDelete={() => setDoomed(true)}
            />
            <VideoInformationCard video={video} />
            <ProcessingDetailsCard video={video} />
            {video.may.readAccesses && <AccessesCard videoId={video.id} />}
          </div>
        </div>
      </div>
      <Suspense fallback={null}>
        {isExporting && <VideoReport video={video} onClose={() => setExporting(false)} />}
        {isAddingToCase && <AddToCaseDialog video={video} open onClose={() => setAddingToCase(false)} />}
      </Suspense>
      <DeleteVideoDialog
        video={isDoomed ? video : null}
        onClose={() => setDoomed(false)}
        onDeleted={() => void navigate({ to: '/video-processing' })}
      />
    </Screen>
  )
}

function Facts({ video }: { video: Video }) {
  return (
    <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge kind={statusKinds[video.status]}>{statusLabels[video.status]}</StatusBadge>
      {video.status === 'processing' && <span>{`${Math.round(video.progress)}% done`}</span>}
      <span>{formatBytes(video.size)}</span>
      <span>{video.duration === null ? 'Unknown duration' : formatDuration(video.duration)}</span>
      <time dateTime={video.createdAt}>{formatDateTime(video.createdAt)}</time>
    </span>
  )
}

type PlaybackProps = { video: Video } & Pick<ComponentProps<typeof PlayerPanel>, 'player' | 'marks'>

function Playback({ video, player, marks }: PlaybackProps) {
  if (video.integrity.isBlocked)
    return (
      <div>
        <Notice tone="warning">Playback is blocked because a stored file changed.</Notice>
      </div>
    )
  const { analysis } = video
  const playable = { ...video, language: analysis?.language ?? null, isAnalysed: analysis !== null }
  return <PlayerPanel video={playable} player={player} marks={marks} />
}

/** Findings come only from jurors' words, so voices must be identified first, which requires a session. */
function NameVoices({ video, onAddToCase }: { video: Video; onAddToCase: () => void }) {
  if (video.session) {
    return (
      <Link
        to="/sessions/$sessionId/review"
        params={{ sessionId: video.session.id }}
        search={{ v: video.id, tab: 'voices' }}
        className={buttonClass()}
      >
        <AudioLines className="size-4" />
        Identify speakers
      </Link>
    )
  }
  return (
    <Button icon={<AudioLines className="size-4" />} onClick={onAddToCase}>
      Add to a session to identify speakers
    </Button>
  )
}
