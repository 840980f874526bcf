import type { sentiments } from '#contract/videos/analysis.ts'
import { Badge } from '#web/ui/kit.ts'

type Sentiment = (typeof sentiments)[number]

const labels: Record<Sentiment, string> = {
  positive: 'Positive',
  negative: 'Negative',
  mixed: 'Mixed',
  neutral: 'Neutral',
}

/** The tone of the words, never of a person: the title says so. */
export function SentimentBadge({ sentiment }: { sentiment: Sentiment }) {
  return (
    <span title="Of the wording in the transcript, not of anybody's feelings">
      <Badge tone={sentiment}>{labels[sentiment]}</Badge>
    </span>
  )
}
