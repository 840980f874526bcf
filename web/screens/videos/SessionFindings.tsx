import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Highlight, readHighlightSummary } from '#contract/highlights/highlights.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { FindingsList } from '#web/features/findings/FindingsList.tsx'
import {
  describeCounts,
  DismissDialog,
  RemainingUnread,
  useDecisions,
  type useHighlights,
} from '#web/features/highlights/index.ts'
import { Loaded, useRead, useWaitFor } from '#web/platform/index.ts'
import { buttonClass, ReadNotice } from '#web/ui/kit.ts'
import { HighlightCards } from '#web/widgets/HighlightCards.tsx'
import { ReelPanel } from '#web/widgets/ReelPanel.tsx'
import { FindingsCard, FindingsSkeleton } from './FindingsCard.tsx'
import { KeepFinding } from './KeepFinding.tsx'

type SessionFindingsProps = {
  video: VideoDetail
  highlights: ReturnType<typeof useHighlights>
  count: number | null
  player: { playFrom: (seconds: number) => void }
  nextStep: ReactNode
  session: { id: string; name: string; caseId: string }
}

export function SessionFindings({ video, session, highlights, count, player, nextStep }: SessionFindingsProps) {
  const summary = useRead(readHighlightSummary, { params: { sessionId: session.id }, input: { opinion: 'all' } })
  const query = useWaitFor(highlights, summary)
  const decisions = useDecisions(session.id)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<readonly Highlight[]>([])
  const may = summary.data?.may ?? { review: false, comment: false }
  function play(highlight: Highlight) {
    setSelectedId(highlight.id)
    if (highlight.start !== null) player.playFrom(highlight.start)
  }
  return (
    <FindingsCard
      count={count}
      actions={
        <>
          {may.review && <ReelPanel session={session} />}
          <Link
            to="/sessions/$sessionId/review"
            params={{ sessionId: session.id }}
            search={{ v: video.id, triage: true }}
            className={buttonClass()}
          >
            <ListChecks className="size-4" />
            Triage
          </Link>
        </>
      }
    >
      <div className="mb-3 flex min-h-5 flex-wrap gap-x-3 gap-y-2">
        {count !== null && count > 0 && (
          <output className="tabular text-sm text-ink-2">{describeCounts(countStatuses(highlights.data ?? []))}</output>
        )}
        <ReadNotice of={summary} what="Permissions" />
      </div>
      <Loaded query={query} skeleton={<FindingsSkeleton />}>
        {(list) => (
          <FindingsList findings={list} skipped={video.analysis?.findingsSkipped ?? null} nextStep={nextStep}>
            {(shown) => (
              <HighlightCards
                session={session}
                label="Findings"
                items={shown}
                folds
                decisions={decisions}
                may={may}
                selectedId={selectedId}
                onPlay={play}
                onDismiss={setDoomed}
                renderRest={(each) => video.may.annotate && <KeepFinding video={video} highlight={each} />}
              />
            )}
          </FindingsList>
        )}
      </Loaded>
      <RemainingUnread query={highlights} />
      <DismissDialog items={doomed} onClose={() => setDoomed([])} onDismiss={decisions.dismiss} />
    </FindingsCard>
  )
}

function countStatuses(list: readonly Highlight[]) {
  const counts = { suggested: 0, confirmed: 0, edited: 0, dismissed: 0 }
  for (const { status } of list) counts[status] += 1
  return counts
}
