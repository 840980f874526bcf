import type { UseQueryResult } from '@tanstack/react-query'
import { type Ref, useCallback } from 'react'
import type { Said } from '#contract/highlights/chains.ts'
import type { Highlight, HighlightSummary } from '#contract/highlights/highlights.ts'
import { listJurors } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import { HighlightCard } from '#web/features/highlights/HighlightCard.tsx'
import { countsOf, speakerOf } from '#web/features/highlights/labels.ts'
import { UnreadRest } from '#web/features/highlights/UnreadRest.tsx'
import type { Decisions, useHighlights } from '#web/features/highlights/useHighlights.ts'
import { FactMenu } from '#web/features/jurors/FactMenu.tsx'
import { ChainCards } from '#web/features/review/ChainCards.tsx'
import { SpeakersTab } from '#web/features/review/SpeakersTab.tsx'
import { useRead } from '#web/platform/api.ts'
import { Loaded, together } from '#web/platform/Loaded.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LongList } from '#web/ui/LongList.tsx'
import { usePrinting } from '#web/ui/printing.ts'
import { ReadNotice } from '#web/ui/ReadNotice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { DraftStrikeLink } from './DraftStrikeLink.tsx'
import { HighlightActions } from './HighlightActions.tsx'
import { ClipAction, ReelPanel } from './ReelPanel.tsx'

type ReviewRailProps = {
  ref: Ref<HTMLDivElement>
  session: Session
  highlights: ReturnType<typeof useHighlights>
  selected: Highlight | null
  summary: UseQueryResult<HighlightSummary>
  speakers: UseQueryResult<readonly SessionSpeaker[]>
  /** Those of the video that is shown. */
  here: readonly SessionSpeaker[]
  decisions: Decisions
  tab: string
  onTab: (tab: string) => void
  onPlay: (highlight: Highlight) => void
  onDismiss: (items: readonly Highlight[]) => void
  onCopy: (highlight: Highlight) => void
  /** A moment of any video of the session. */
  onPlayAt: (videoId: string, seconds: number) => void
  onCopyWords: (words: Said & { videoId: string; name: string | null }) => void
  onSeek: (seconds: number) => void
}

/** What was found in the session, what hangs together in it, and who speaks. */
export function ReviewRail(props: ReviewRailProps) {
  const { ref, session, summary, speakers, tab, onTab } = props
  const may = summary.data?.may ?? nothingYet
  const isPrinting = usePrinting()
  return (
    <div ref={ref}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <output className="tabular text-sm text-ink-2">{summary.data && countsOf(summary.data.statuses)}</output>
        {may.review && <ReelPanel session={session} onPlay={props.onPlay} />}
      </div>
      <ReadNotice of={summary} what="Counts" />
      <ReadNotice of={speakers} what="Speakers" />
      <Tabs
        label="Review"
        value={tab}
        onValueChange={onTab}
        tabs={[
          { value: 'findings', label: 'Findings', content: <Findings {...props} may={may} /> },
          {
            value: 'chains',
            label: 'Chains',
            content: (
              <ChainCards
                sessionId={session.id}
                speakerOf={speakerOf}
                onPlay={props.onPlayAt}
                onCopy={props.onCopy}
                onCopyWords={props.onCopyWords}
                renderMore={(concern) => may.review && <DraftStrikeLink sessionId={session.id} highlight={concern} />}
              />
            ),
          },
          {
            value: 'juror',
            label: 'Juror',
            content: <Voices {...props} mayReview={may.review} />,
          },
        ]}
      />
      {/* On paper the findings are there whichever tab is open. */}
      {isPrinting && tab !== 'findings' && <Findings {...props} may={may} />}
    </div>
  )
}

function Voices({ session, speakers, here, selected, onSeek, mayReview }: ReviewRailProps & { mayReview: boolean }) {
  const jurors = useRead(listJurors, { params: { caseId: session.caseId }, input: {} })
  return (
    <Loaded query={together(speakers, jurors)} skeleton={<RailSkeleton />}>
      {([, list]) => (
        <SpeakersTab
          sessionId={session.id}
          speakers={here}
          jurors={list}
          juror={list.find((each) => each.id === selected?.juror?.id) ?? null}
          mayReview={mayReview}
          onPlay={onSeek}
        />
      )}
    </Loaded>
  )
}

const nothingYet = { review: false, comment: false }

function RailSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}

function Findings({
  session,
  highlights,
  selected,
  decisions,
  may,
  onPlay,
  onDismiss,
  onCopy,
}: ReviewRailProps & { may: HighlightSummary['may'] }) {
  // Functions that stay the same: with new ones each time all cards would render anew.
  const more = useCallback((each: Highlight) => <HighlightActions session={session} highlight={each} />, [session])
  const rest = useCallback(
    (each: Highlight) => (
      <>
        {each.juror?.id && <FactMenu jurorId={each.juror.id} jurorNumber={each.juror.number} highlightId={each.id} />}
        <ClipAction session={session} highlight={each} />
      </>
    ),
    [session],
  )
  return (
    <Loaded query={highlights} skeleton={<RailSkeleton />}>
      {(list) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {list.length === 0 ? (
            <EmptyState
              title="No highlights"
              hint={
                may.review
                  ? 'Mark where a stretch begins and where it ends to make one.'
                  : 'None were found or marked yet.'
              }
            />
          ) : (
            <LongList
              label="Highlights"
              items={list}
              itemPx={260}
              isKept={(each) => each.id === selected?.id}
              className="grid grid-cols-[minmax(0,1fr)] gap-3"
            >
              {(each) => (
                <HighlightCard
                  key={each.id}
                  highlight={each}
                  caseId={session.caseId}
                  decisions={decisions}
                  may={may}
                  isSelected={each.id === selected?.id}
                  onPlay={onPlay}
                  onDismiss={onDismiss}
                  onCopy={onCopy}
                  more={more}
                  rest={rest}
                />
              )}
            </LongList>
          )}
          {!highlights.isComplete && (
            <p className="hidden print:block">Not all findings had loaded when this was printed.</p>
          )}
          <UnreadRest query={highlights} />
        </div>
      )}
    </Loaded>
  )
}
