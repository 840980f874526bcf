import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, AudioLines, Download, FileDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { readVideo, type VideoDetail as Video } from '#contract/videos/videos.ts'
import { AnnotationsCard } from '#web/features/annotations/index.ts'
import { createPlayer, PlayerPanel, PlayerSkeleton } from '#web/features/player/index.ts'
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
  VideoPlace,
} from '#web/features/videos/index.ts'
import { formatBytes, formatDateTime, formatDuration, lazyPart, useRead, useWaitFor } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { Button, buttonClass, type MenuItem, MoreActions, Notice, Skeleton, StatusBadge } from '#web/ui/kit.ts'
import { useVideoFindings, VideoFindings } from './VideoFindings.tsx'
import { useEarlyTranscript, useVoiceReads, VideoTranscript, VideoVoices } from './VideoTranscript.tsx'

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
  const query = useWaitFor(video, ...useVoiceReads(videoId, video.data))
  useEarlyTranscript(videoId, video.data ? video.data.analysis !== null : null)
  return (
    <LoadedScreen
      title="Video"
      back={<BackLink />}
      isCompact
      description={<Skeleton className="h-6 w-72 max-sm:h-18" />}
      actions={<Skeleton className="h-8 w-60 max-sm:w-11 touch:h-11" />}
      query={query}
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
    <Columns player={<PlayerSkeleton />} transcript={<Skeleton className="h-96 max-md:order-1 md:h-auto md:flex-1" />}>
      <Skeleton className="h-96 md:h-144" />
      <Skeleton className="h-64 max-md:order-2" />
    </Columns>
  )
}

type ColumnsProps = { player: ReactNode; transcript: ReactNode; children: ReactNode }

/** Keeps the player and the transcript on screen beside the rest, or on phones, the player above it. */
function Columns({ player, transcript, children }: ColumnsProps) {
  return (
    <div className="flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] md:items-start md:gap-6 print:block!">
      <div className="max-md:contents md:sticky md:top-[calc(var(--sticky-top)+1rem)] md:flex md:h-[calc(100dvh-var(--sticky-top)-2rem)] md:flex-col md:gap-4 print:static! print:block! print:h-auto!">
        <div
          data-player
          className="bg-canvas max-md:sticky max-md:top-(--sticky-top) max-md:z-20 max-md:-mx-4 md:shrink-0 print:static!"
        >
          {player}
        </div>
        {transcript}
      </div>
      <div className="min-w-0 max-md:contents md:grid md:grid-cols-[minmax(0,1fr)] md:gap-6">{children}</div>
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
      isCompact
      actions={<VideoActions video={video} onExport={() => setExporting(true)} />}
    >
      <div className="flex flex-col gap-6 max-md:gap-4">
        <IntegrityNotice video={video} />
        {video.status === 'failed' && <Notice tone="danger">{video.failureReason ?? 'Analysis failed.'}</Notice>}
        <Columns
          player={<Playback video={video} player={player} marks={found.timelineMarks} />}
          transcript={
            <VideoTranscript
              video={video}
              player={player}
              marks={found.turnMarks}
              getName={getName}
              action={nameVoices}
            />
          }
        >
          {video.analysis && (
            <VideoVoices
              video={video}
              player={player}
              findings={found.count}
              onChooseSession={() => setAddingToCase(true)}
            />
          )}
          <VideoFindings video={video} found={found} player={player} getName={getName} nextStep={nameVoices} />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-md:order-2 max-md:gap-4">
            <AnalysisCard video={video} onSeek={player.seek} />
            <AnnotationsCard
              videoId={video.id}
              annotations={video.annotations}
              mayAnnotate={video.may.annotate}
              now={player.now}
              onSeek={player.seek}
            />
            <QuickActionsCard
              video={video}
              onAddToCase={() => setAddingToCase(true)}
              onDelete={() => setDoomed(true)}
            />
            <VideoInformationCard video={video} />
            <ProcessingDetailsCard video={video} />
            {video.may.readAccesses && <AccessesCard videoId={video.id} />}
          </div>
        </Columns>
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

function VideoActions({ video, onExport }: { video: Video; onExport: () => void }) {
  const download: MenuItem = {
    label: 'Download',
    icon: <Download className="size-4" />,
    renderLink: ({ children, ...look }) => (
      <a href={video.downloadUrl} download {...look}>
        {children}
      </a>
    ),
  }
  const report = { label: 'Export Report', icon: <FileDown className="size-4" />, onSelect: onExport }
  const actions = [...(video.integrity.isBlocked ? [] : [download]), ...(video.analysis ? [report] : [])]
  return actions.length > 0 && <MoreActions isShort actions={actions} />
}

function Facts({ video }: { video: Video }) {
  return (
    <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge kind={statusKinds[video.status]}>{statusLabels[video.status]}</StatusBadge>
      {video.status === 'processing' && <span>{`${Math.round(video.progress)}% done`}</span>}
      <span>{formatBytes(video.size)}</span>
      <span>{video.duration === null ? 'Unknown duration' : formatDuration(video.duration)}</span>
      <time dateTime={video.createdAt}>{formatDateTime(video.createdAt)}</time>
      {/* Always takes one line on a phone, so nothing below moves when the video arrives. */}
      <VideoPlace video={video} className="max-sm:basis-full" />
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
