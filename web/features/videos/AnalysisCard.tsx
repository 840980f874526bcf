import { type ReactNode, useState } from 'react'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { Span, Speaker } from '#contract/videos/analysis.ts'
import { cutLimits, describeCut, type TranscriptCut } from '#contract/videos/transcript.ts'
import { readVideo, type VideoAnalysis, type VideoDetail } from '#contract/videos/videos.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useRead } from '#web/platform/api.ts'
import { isNarrow } from '#web/platform/page/narrow.ts'
import { formatPercent, formatCount, formatDuration } from '#web/platform/format.ts'
import { Badge, Card, Folded, Notice, ScrollArea, Skeleton, Tabs } from '#web/ui/kit.ts'
import { SentimentBadge } from './status.tsx'

type AnalysisCardProps = { video: VideoDetail; onSeek: (seconds: number) => void }

export function AnalysisCard(props: AnalysisCardProps) {
  const [isFolded] = useState(isNarrow)
  if (!isFolded)
    return (
      <Card title="AI Analysis Results">
        <Results {...props} />
      </Card>
    )
  return (
    <Card>
      <Folded title={<h2 className="text-lg font-bold">AI Analysis Results</h2>} isOpen={props.video.analysis === null}>
        <Results {...props} />
      </Folded>
    </Card>
  )
}

function Results({ video, onSeek }: AnalysisCardProps) {
  return (
    <Tabs
      label="AI analysis results"
      tabs={[
        { value: 'overview', label: 'Overview', content: <Overview video={video} /> },
        {
          value: 'transcript',
          label: 'Transcript',
          content: (
            <WholeAnalysis video={video}>
              {(analysis) => <TranscriptText text={analysis?.transcriptText ?? ''} />}
            </WholeAnalysis>
          ),
        },
        {
          value: 'speakers',
          label: 'Speakers',
          content: video.analysis?.speakerDiarization.length ? (
            <WholeAnalysis video={video}>
              {(analysis) => (
                <SpeakersPanel
                  speakers={analysis?.speakerDiarization ?? []}
                  overlaps={analysis?.overlaps ?? []}
                  duration={video.duration}
                  onSeek={onSeek}
                />
              )}
            </WholeAnalysis>
          ) : (
            <Nothing>No speaker data available</Nothing>
          ),
        },
        { value: 'insights', label: 'Insights', content: <Insights video={video} /> },
      ]}
    />
  )
}

const pollMs = 5000

type WholeAnalysisProps = { video: VideoDetail; children: (analysis: VideoAnalysis | null) => ReactNode }

/** Loads the details that the page's `brief` request omits. */
function WholeAnalysis({ video, children }: WholeAnalysisProps) {
  const whole = useRead(
    readVideo,
    { params: { videoId: video.id }, input: {} },
    { enabled: video.analysis !== null, pollMs },
  )
  if (!video.analysis) return children(null)
  return (
    <Loaded query={whole} skeleton={<Skeleton className="h-32" />}>
      {({ analysis }) => children(analysis)}
    </Loaded>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-ink-2">{children}</p>
}

function Overview({ video: { analysis, status } }: { video: VideoDetail }) {
  if (!analysis)
    return <Nothing>{status === 'processing' ? 'Analysis in progress...' : 'No analysis available'}</Nothing>
  return (
    <div className="@container grid gap-4">
      <dl className="grid grid-cols-2 gap-4 @md:grid-cols-4">
        <Fact name="Speakers">{analysis.speakerCount}</Fact>
        <Fact name="Confidence">
          {analysis.confidenceScore === null ? 'Not measured' : formatPercent(analysis.confidenceScore)}
        </Fact>
        <Fact name="Sentiment">
          {analysis.sentiment === null ? 'Unknown' : <SentimentBadge sentiment={analysis.sentiment} />}
        </Fact>
        <Fact name="Language">{analysis.language?.toUpperCase() ?? 'Unknown'}</Fact>
      </dl>
      <p className="text-sm text-ink-3">{`Transcript: ${analysis.transcriptReason} Sentiment describes the wording, not anyone’s feelings.`}</p>
      {analysis.warnings.length > 0 && (
        <Notice tone="warning">
          <ul className="list-disc pl-4">
            {analysis.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Cuts cuts={analysis.cuts ?? []} />
    </div>
  )
}

function Cuts({ cuts }: { cuts: readonly TranscriptCut[] }) {
  if (cuts.length === 0) return null
  return (
    <Folded title="Left out of the transcript" hint={formatCount(cuts.length)}>
      <ul className="grid gap-1 pl-6">
        {cuts.map((cut, at) => (
          <li key={at}>
            <Folded title={describeCut(cut)} hint={cut.text.split('\n', 1)[0]}>
              <ScrollArea label={describeCut(cut)} className="max-h-96 text-sm whitespace-pre-wrap">
                {cut.text.length < cutLimits.text ? cut.text : `${cut.text} …`}
              </ScrollArea>
            </Folded>
          </li>
        ))}
      </ul>
    </Folded>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="tabular mt-1 text-lg font-bold">{children}</dd>
    </div>
  )
}

function TranscriptText({ text }: { text: string }) {
  if (!text) return <Nothing>No transcript available</Nothing>
  return (
    <ScrollArea label="Transcript text" className="max-h-96 whitespace-pre-wrap">
      {text}
    </ScrollArea>
  )
}

function Insights({ video: { analysis } }: { video: VideoDetail }) {
  if (!analysis || (analysis.keyPhrases.length === 0 && analysis.topics.length === 0))
    return <Nothing>No insights available</Nothing>
  return (
    <div className="grid gap-4">
      <Badges title="Key phrases" words={analysis.keyPhrases} />
      <Badges title="Topics" words={analysis.topics} />
    </div>
  )
}

function Badges({ title, words }: { title: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink-2">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word}>
            <Badge tone="neutral">{word}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SpeakersPanelProps = {
  speakers: readonly Speaker[]
  overlaps: readonly Span[]
  duration: number | null
  onSeek: (seconds: number) => void
}

const playClass =
  'tabular min-h-6 rounded-mark text-right text-sm text-accent-ink hover:underline touch:min-h-11 touch:min-w-11'

function SpeakersPanel({ speakers, overlaps, duration, onSeek }: SpeakersPanelProps) {
  const spoken = speakers.reduce((sum, speaker) => sum + (speaker.talkMs ?? 0), 0)
  return (
    <ul className="grid gap-3">
      {speakers.map((speaker) => (
        <li key={speaker.label} className="grid gap-1">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 font-medium">{speaker.displayName}</span>
              <span className="tabular text-sm text-ink-3">
                {speaker.talkMs === null
                  ? `${formatCount(speaker.words)} words, speaking time unknown`
                  : `${formatDuration(speaker.talkMs / 1000)} · ${formatPercent(spoken > 0 ? speaker.talkMs / spoken : 0)} of speaking time · ${formatCount(speaker.words)} words · ${formatCount(speaker.turns)} turns`}
              </span>
            </p>
            {speaker.spans[0] && (
              <button
                type="button"
                onClick={() => onSeek(speaker.spans[0]!.startMs / 1000)}
                aria-label={`Play ${speaker.displayName}’s first words`}
                className={playClass}
              >
                {formatDuration(speaker.spans[0].startMs / 1000)}
              </button>
            )}
          </div>
          <TimeLine spans={speaker.spans} duration={duration} />
        </li>
      ))}
      {overlaps.length > 0 && (
        <li className="grid gap-1">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">Overlapping voices</span>
              <span className="tabular text-sm text-ink-3">
                {`${formatDuration(getTotalMs(overlaps) / 1000)}, not assigned to anyone`}
              </span>
            </p>
            {overlaps[0] && (
              <button
                type="button"
                onClick={() => onSeek(overlaps[0]!.startMs / 1000)}
                aria-label="Play the first overlap"
                className={playClass}
              >
                {formatDuration(overlaps[0].startMs / 1000)}
              </button>
            )}
          </div>
          <TimeLine spans={overlaps} duration={duration} />
        </li>
      )}
    </ul>
  )
}

function TimeLine({ spans, duration }: { spans: readonly Span[]; duration: number | null }) {
  if (duration === null || duration <= 0) return null
  return (
    <svg
      viewBox={`0 0 ${duration * 1000} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-3 w-full rounded-mark bg-surface-2 text-accent"
    >
      {spans.map(({ startMs, endMs }) => (
        <rect
          key={startMs}
          x={startMs}
          y={0}
          width={Math.max(endMs - startMs, duration)}
          height={10}
          fill="currentColor"
        />
      ))}
    </svg>
  )
}
