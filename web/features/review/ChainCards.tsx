import type { Highlight } from '#contract/highlights.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

type ChainCardsProps = {
  highlights: readonly Highlight[]
  titleOf: (highlight: Highlight) => string
  speakerOf: (highlight: Highlight) => string | null
  onPlay: (highlight: Highlight) => void
}

/** A concern and what was said about it afterwards, in the order of the questions. */
export function ChainCards({ highlights, titleOf, speakerOf, onPlay }: ChainCardsProps) {
  const chained = highlights.filter((each) => each.chain !== null && each.status !== 'dismissed')
  const chains = [...Map.groupBy(chained, ({ videoId, chain }) => `${videoId} ${chain}`).entries()]
  if (chains.length === 0) {
    return (
      <EmptyState
        title="No chains"
        hint="A chain shows where a juror’s concern is taken up again by further questions. None was found here."
      />
    )
  }
  return (
    <ul className="grid gap-3">
      {chains.map(([key, [concern, ...answers]]) => (
        <li key={key} className="rounded-card border border-line bg-surface p-3">
          <h3 className="font-medium">{[speakerOf(concern!), titleOf(concern!)].filter(Boolean).join(' · ')}</h3>
          <ol className="mt-2 grid gap-2">
            {[concern!, ...answers].map((each, index) => (
              <li key={each.id} className="border-l-2 border-line-strong pl-3 text-sm">
                <p className="flex flex-wrap items-center gap-2">
                  <Badge>{index === 0 ? 'Concern' : 'Answer'}</Badge>
                  {each.stance && <span className="text-ink-2">{each.stance}</span>}
                  {each.latencyMs !== null && (
                    <span className="tabular text-ink-3">{`after ${(each.latencyMs / 1000).toFixed(1)} s`}</span>
                  )}
                  {each.start !== null && (
                    <button
                      type="button"
                      onClick={() => onPlay(each)}
                      aria-label={`Play from ${formatDuration(each.start)}`}
                      className="tabular ml-auto min-h-6 cursor-pointer text-accent-ink hover:underline touch:min-h-11"
                    >
                      {formatDuration(each.start)}
                    </button>
                  )}
                </p>
                {each.question && <p className="text-ink-3">{each.question}</p>}
                <p>{`“${each.quote}”`}</p>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  )
}
