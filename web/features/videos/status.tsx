import { stageTitles, type sentiments } from '#contract/videos/analysis.ts'
import type { VideoSummary } from '#contract/videos/videos.ts'
import { formatTimeLeft } from '#web/platform/format.ts'
import { Badge } from '#web/ui/kit.ts'

export { videoStatusKinds as statusKinds, videoStatusWords as statusLabels } from '#contract/videos/videos.ts'

type Work = Pick<VideoSummary, 'status' | 'stage' | 'queuePosition' | 'secondsLeft'>

export function workLine({ status, stage, queuePosition, secondsLeft }: Work): string | null {
  if (status !== 'processing') return null
  if (queuePosition !== null) return queuePosition === 0 ? 'Next in the queue' : `${queuePosition} ahead in the queue`
  if (!stage) return 'Starting'
  return secondsLeft === null ? stageTitles[stage] : `${stageTitles[stage]} · about ${formatTimeLeft(secondsLeft)} left`
}

type Sentiment = (typeof sentiments)[number]

const labels: Record<Sentiment, string> = {
  positive: 'Positive',
  negative: 'Negative',
  mixed: 'Mixed',
  neutral: 'Neutral',
}

export function SentimentBadge({ sentiment }: { sentiment: Sentiment }) {
  return (
    <span title="Based on the wording of the transcript, not anyone’s feelings">
      <Badge tone={sentiment}>{labels[sentiment]}</Badge>
    </span>
  )
}
