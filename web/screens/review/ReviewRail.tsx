import type { ComponentProps } from 'react'
import { describeCounts, RemainingUnread } from '#web/features/highlights/index.ts'
import { FactMenu } from '#web/features/jurors/index.ts'
import { Loaded } from '#web/platform/index.ts'
import { EmptyState, ReadNotice, Tabs, usePrinting } from '#web/ui/kit.ts'
import { HighlightCards } from '#web/widgets/HighlightCards.tsx'
import { ReelPanel } from '#web/widgets/ReelPanel.tsx'
import { ChainsTab, JurorTab, RailSkeleton } from './RailTabs.tsx'
import { useCitation } from './useCitation.ts'
import type { Review } from './useReview.ts'

export function ReviewRail({ review }: { review: Review }) {
  const { session, summary, transcript, may, tab } = review
  const { copyHighlight, copyWords } = useCitation(review.videos)
  const isPrinting = usePrinting()
  const findings = <Findings review={review} onCopy={(highlight) => void copyHighlight(highlight)} />
  return (
    <div>
      <div className="mb-2 grid gap-2">
        <div className="flex min-h-5 flex-wrap gap-x-3 gap-y-2">
          {summary.data && (
            <output className="tabular text-sm text-ink-2">{describeCounts(summary.data.statuses)}</output>
          )}
          <ReadNotice of={summary} what="Counts" />
          <ReadNotice of={transcript.speakers} what="Speakers" />
        </div>
        <span className="flex min-h-8 flex-wrap gap-2 touch:min-h-11">
          {may.review && <ReelPanel session={session} onPlay={review.play} />}
        </span>
      </div>
      <Tabs
        label="Review"
        value={tab}
        onValueChange={review.setTab}
        tabs={[
          { value: 'findings', label: 'Findings', content: findings },
          {
            value: 'chains',
            label: 'Chains',
            content: (
              <ChainsTab
                review={review}
                onCopy={(highlight) => void copyHighlight(highlight)}
                onCopyWords={(words) => void copyWords(words)}
              />
            ),
          },
          {
            value: 'juror',
            label: 'Juror',
            content: <JurorTab review={review} />,
          },
        ]}
      />
      {isPrinting && tab !== 'findings' && findings}
    </div>
  )
}

type Cards = Required<ComponentProps<typeof HighlightCards>>

const renderFacts: Cards['renderRest'] = ({ id, juror }) =>
  juror?.id && <FactMenu jurorId={juror.id} jurorNumber={juror.number} highlightId={id} />

function Findings({ review, onCopy }: { review: Review; onCopy: Cards['onCopy'] }) {
  const { session, highlights, selected, decisions, may } = review
  return (
    <Loaded query={highlights} skeleton={<RailSkeleton />}>
      {(list) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {list.length === 0 ? (
            <EmptyState
              title="No highlights"
              {...(may.review && { hint: 'Mark a clip’s start and end to add one.' })}
            />
          ) : (
            <HighlightCards
              session={session}
              label="Highlights"
              items={list}
              folds
              decisions={decisions}
              may={may}
              selectedId={selected?.id ?? null}
              onPlay={review.play}
              onDismiss={review.dismiss}
              onCopy={onCopy}
              renderRest={renderFacts}
            />
          )}
          {!highlights.isComplete && (
            <p className="hidden print:block">Some findings weren’t loaded when this was printed.</p>
          )}
          <RemainingUnread query={highlights} />
        </div>
      )}
    </Loaded>
  )
}
