import type { ReactNode } from 'react'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { formatPercent } from '#web/platform/format.ts'
import { Badge, Card, Notice, ScrollArea, Tabs } from '#web/ui/kit.ts'
import { SentimentBadge } from './SentimentBadge.tsx'
import { SpeakersPanel } from './SpeakersPanel.tsx'

type AnalysisCardProps = { video: VideoDetail; onSeek: (seconds: number) => void }

/** What the analysis found, in the four tabs of the specification. */
export function AnalysisCard({ video, onSeek }: AnalysisCardProps) {
  return (
    <Card title="AI Analysis Results">
      <Tabs
        label="AI analysis results"
        tabs={[
          { value: 'overview', label: 'Overview', content: <Overview video={video} /> },
          {
            value: 'transcript',
            label: 'Transcript',
            content: <TranscriptText text={video.analysis?.transcriptText ?? ''} />,
          },
          {
            value: 'speakers',
            label: 'Speakers',
            content: video.analysis?.speakerDiarization.length ? (
              <SpeakersPanel
                speakers={video.analysis.speakerDiarization}
                overlaps={video.analysis.overlaps}
                duration={video.duration}
                onSeek={onSeek}
              />
            ) : (
              <Nothing>No speaker data available</Nothing>
            ),
          },
          { value: 'insights', label: 'Insights', content: <Insights video={video} /> },
        ]}
      />
    </Card>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-ink-2">{children}</p>
}

function Overview({ video: { analysis, status } }: { video: VideoDetail }) {
  if (!analysis)
    return <Nothing>{status === 'processing' ? 'Analysis in progress...' : 'No analysis available'}</Nothing>
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact name="Speakers">{analysis.speakerCount}</Fact>
        <Fact name="Confidence">
          {analysis.confidenceScore === null ? 'Not measured' : formatPercent(analysis.confidenceScore)}
        </Fact>
        <Fact name="Sentiment">
          {analysis.sentiment === null ? 'Not known' : <SentimentBadge sentiment={analysis.sentiment} />}
        </Fact>
        <Fact name="Language">{analysis.language?.toUpperCase() ?? 'Not known'}</Fact>
      </dl>
      <p className="text-sm text-ink-3">{`Transcript: ${analysis.transcriptReason} Sentiment is that of the wording, not of anybody’s feelings.`}</p>
      {analysis.warnings.length > 0 && (
        <Notice tone="warning">
          <ul className="list-disc pl-4">
            {analysis.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
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
