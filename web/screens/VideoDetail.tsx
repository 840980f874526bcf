import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, AudioLines, Download, FileDown } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { listFindings, type VideoFinding } from '#contract/findings/findings.ts'
import { type FindingDecision, listFindingDecisions } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { readVideo, type VideoDetail as Video } from '#contract/videos/videos.ts'
import { AnnotationsCard } from '#web/features/annotations/AnnotationsCard.tsx'
import { KeepButton } from '#web/features/annotations/KeepButton.tsx'
import { FindingsList } from '#web/features/findings/FindingsList.tsx'
import { countsOf } from '#web/features/highlights/labels.ts'
import { PlayerPanel } from '#web/features/player/PlayerPanel.tsx'
import { createPlayer } from '#web/features/player/player.ts'
import { PartialTranscript } from '#web/features/transcript/PartialTranscript.tsx'
import { TranscriptPane } from '#web/features/transcript/TranscriptPane.tsx'
import { useOutline } from '#web/features/transcript/turnWindows.ts'
import { AccessesCard } from '#web/features/videos/AccessesCard.tsx'
import { AnalysisCard } from '#web/features/videos/AnalysisCard.tsx'
import { DeleteVideoDialog } from '#web/features/videos/DeleteVideoDialog.tsx'
import { ProcessingDetailsCard, VideoInformationCard } from '#web/features/videos/InformationCards.tsx'
import { IntegrityNotice } from '#web/features/videos/IntegrityNotice.tsx'
import { QuickActionsCard } from '#web/features/videos/QuickActionsCard.tsx'
import { statusKinds, statusLabels } from '#web/features/videos/status.ts'
import { Loaded, together } from '#web/platform/Loaded.tsx'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { formatBytes, formatDateTime, formatDuration } from '#web/platform/format.ts'
import { LoadedScreen } from '#web/shell/LoadedScreen.tsx'
import { Screen } from '#web/shell/Screen.tsx'
import type { Reading } from '#web/ui/ReadNotice.tsx'
import { cx } from '#web/ui/cx.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AddToCaseDialog } from './AddToCaseDialog.tsx'
import { FindingClip } from './FindingClip.tsx'
import { VideoNotFound } from './VideoNotFound.tsx'
import { VideoReport } from './VideoReport.tsx'

/** While work is under way the screen asks again this often; the live stream is usually quicker. */
const pollMs = 5000

export function VideoDetail() {
  const { videoId } = useParams({ from: '/_app/videos/$videoId' })
  const video = useRead(readVideo, { params: { videoId }, input: {} }, { pollMs })
  if (video.error instanceof ApiError && video.error.status === 404) return <VideoNotFound />
  return (
    <LoadedScreen title="Video" back={<BackLink />} query={video} skeleton={<DetailSkeleton />}>
      {(data) => <Found key={data.id} video={data} />}
    </LoadedScreen>
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
      <Skeleton className="min-h-64" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  )
}

function Found({ video }: { video: Video }) {
  const { t: startSeconds = 0 } = useSearch({ from: '/_app/videos/$videoId' })
  const navigate = useNavigate()
  const [isDoomed, setDoomed] = useState(false)
  const [isAddingToCase, setAddingToCase] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const hasResults = video.analysis !== null
  const outline = useOutline(video.id, hasResults)
  // Until it is known, a box for words: most have some.
  const hasWords = hasResults ? outline.data?.turns !== 0 : video.status === 'processing'
  const findings = useRead(listFindings, { params: { videoId: video.id }, input: {} }, { enabled: hasResults })
  const decided = useRead(
    listFindingDecisions,
    { params: { videoId: video.id }, input: {} },
    { enabled: hasResults && video.caseId !== null },
  )
  const decisions = useMemo(() => new Map((decided.data ?? []).map((each) => [each.findingId, each])), [decided.data])
  const [numerator, denominator] = video.frameRate ?? [0, 0]
  const player = useMemo(
    () => createPlayer(denominator > 0 ? [numerator, denominator] : null, startSeconds),
    [numerator, denominator, startSeconds],
  )
  const playable = { ...video, language: video.analysis?.language ?? null, isAnalysed: hasResults }
  const suggested = findings.data ?? []
  const results: Reading = video.caseId === null ? findings : together(findings, decided)
  const speakers = video.analysis?.speakerDiarization ?? []
  const namesVoices = video.may.annotate && speakers.length > 0 && !speakers.some(({ role }) => role === 'juror')
  const nameOf = (label: string) => speakers.find((each) => each.label === label)?.displayName ?? label
  const renderActions = ({ id, startMs }: VideoFinding) => {
    if (startMs === null) return null
    const decision = decisions.get(id)
    return (
      <>
        {video.may.annotate && <KeepButton videoId={video.id} findingId={id} annotations={video.annotations} />}
        {decision && <FindingClip decision={decision} />}
      </>
    )
  }

  useEffect(() => {
    if (startSeconds > 0) player.seek(startSeconds)
  }, [player, startSeconds])

  return (
    <Screen
      title={video.originalName}
      back={<BackLink />}
      description={
        <span className="tabular flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge kind={statusKinds[video.status]}>{statusLabels[video.status]}</StatusBadge>
          {/* On a phone the bar itself stands far below. */}
          {video.status === 'processing' && <span>{`${Math.round(video.progress)}% done`}</span>}
          <span>{formatBytes(video.size)}</span>
          <span>{video.duration === null ? 'Unknown duration' : formatDuration(video.duration)}</span>
          <time dateTime={video.createdAt}>{formatDateTime(video.createdAt)}</time>
        </span>
      }
      actions={
        <>
          {!video.integrity.isBlocked && (
            <a href={video.downloadUrl} download className={buttonClass()}>
              <Download className="size-4" />
              Download
            </a>
          )}
          {hasResults && (
            <Button icon={<FileDown className="size-4" />} onClick={() => setExporting(true)}>
              Export Report
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <IntegrityNotice video={video} />
        {video.status === 'failed' && <Notice tone="danger">{video.failureReason ?? 'The analysis failed.'}</Notice>}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block!">
          {video.integrity.isBlocked ? (
            <div>
              <Notice tone="warning">Playback is blocked because a stored file changed.</Notice>
            </div>
          ) : (
            <PlayerPanel video={playable} player={player} marks={timelineMarks(video, suggested, decisions)} />
          )}
          <section
            aria-labelledby="transcript-heading"
            className={cx(
              'relative min-w-0 rounded-card border border-line bg-surface lg:h-auto lg:min-h-48 print:h-auto!',
              hasWords ? 'h-96' : 'h-48',
            )}
          >
            {/* Out of the flow on wide screens, so that the player alone decides how high the row is. */}
            <div className="absolute inset-0 flex flex-col print:static! print:block!">
              <h2 id="transcript-heading" className="border-b border-line px-3 py-2 text-lg font-bold">
                Transcript
              </h2>
              {hasResults && !outline.data ? (
                <div className="p-3">
                  <Loaded query={outline} skeleton={<Skeleton className="h-32" />}>
                    {() => null}
                  </Loaded>
                </div>
              ) : outline.data && outline.data.turns > 0 ? (
                <TranscriptPane
                  videoId={video.id}
                  outline={outline.data}
                  playback={player}
                  marks={turnMarks(suggested, decisions)}
                  nameOf={nameOf}
                />
              ) : video.status === 'processing' ? (
                <PartialTranscript videoId={video.id} onSeek={player.seek} />
              ) : (
                <div className="p-3">
                  <EmptyState
                    title="No transcript available"
                    hint={
                      video.status === 'completed' ? 'Attach the reporter’s transcript under Quick Actions.' : undefined
                    }
                    action={namesVoices && <NameVoices video={video} onAddToCase={() => setAddingToCase(true)} />}
                  />
                </div>
              )}
            </div>
          </section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            <AnalysisCard video={video} onSeek={player.seek} />
            {hasResults && (
              <Card title={results.data ? `Findings (${suggested.length})` : 'Findings'}>
                <Loaded query={results} skeleton={<Skeleton className="h-64" />}>
                  {() => (
                    <>
                      {decisions.size > 0 && (
                        <output className="tabular mb-3 block text-sm text-ink-2">
                          {countsOf(statusesOf(suggested, decisions))}
                        </output>
                      )}
                      <FindingsList
                        findings={suggested}
                        decisions={decisions}
                        skipped={video.analysis?.findingsSkipped ?? null}
                        wayOn={namesVoices && <NameVoices video={video} onAddToCase={() => setAddingToCase(true)} />}
                        nameOf={nameOf}
                        onSeek={player.seek}
                        actionsOf={renderActions}
                      />
                    </>
                  )}
                </Loaded>
              </Card>
            )}
            <AnnotationsCard
              videoId={video.id}
              annotations={video.annotations}
              mayAnnotate={video.may.annotate}
              now={player.now}
              onSeek={player.seek}
            />
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            <VideoInformationCard video={video} />
            <ProcessingDetailsCard video={video} />
            <QuickActionsCard
              video={video}
              onAddToCase={() => setAddingToCase(true)}
              onDelete={() => setDoomed(true)}
            />
            {video.may.readAccesses && <AccessesCard videoId={video.id} />}
          </div>
        </div>
      </div>
      {isExporting && <VideoReport video={video} onClose={() => setExporting(false)} />}
      <AddToCaseDialog video={video} open={isAddingToCase} onClose={() => setAddingToCase(false)} />
      <DeleteVideoDialog
        video={isDoomed ? video : null}
        onClose={() => setDoomed(false)}
        onDeleted={() => void navigate({ to: '/video-processing' })}
      />
    </Screen>
  )
}

/** Findings come from jurors' words only: leads to where voices get their names, which is a session. */
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
        Name the voices
      </Link>
    )
  }
  return (
    <Button icon={<AudioLines className="size-4" />} onClick={onAddToCase}>
      Add to a session to name the voices
    </Button>
  )
}

type Decisions = ReadonlyMap<string, FindingDecision>

function statusesOf(findings: readonly VideoFinding[], decisions: Decisions) {
  const counts = { suggested: 0, confirmed: 0, edited: 0, dismissed: 0 }
  for (const { id } of findings) counts[decisions.get(id)?.status ?? 'suggested'] += 1
  return counts
}

/** As in the review room: what was dismissed is marked in the list alone. */
const standing = (findings: readonly VideoFinding[], decisions: Decisions) =>
  findings.filter(({ id }) => decisions.get(id)?.status !== 'dismissed')

function timelineMarks(video: Video, findings: readonly VideoFinding[], decisions: Decisions) {
  return [
    ...standing(findings, decisions).flatMap((each) =>
      each.startMs === null
        ? []
        : [
            {
              id: each.id,
              seconds: each.startMs / 1000,
              label: highlightTitle(each),
              severity: decisions.get(each.id)?.severity ?? each.severity,
              suggested: !decisions.has(each.id),
            },
          ],
    ),
    ...video.annotations.map((each) => ({
      id: each.id,
      seconds: each.startTime,
      label: each.title,
      severity: each.severity,
      suggested: false,
    })),
  ]
}

const turnMarks = (findings: readonly VideoFinding[], decisions: Decisions) =>
  standing(findings, decisions).flatMap((each) =>
    // Characters are counted in the words as they were found: a correction moves what stands behind it.
    each.trigger && !each.quoteChanged
      ? [{ turn: each.turn, ...each.trigger, label: `${highlightTitle(each)}. ${each.why}` }]
      : [],
  )
