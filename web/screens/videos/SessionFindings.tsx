import { type ReactNode, useState } from 'react'
import { listFindings, type VideoFinding } from '#contract/findings/findings.ts'
import { type Highlight, readHighlightSummary } from '#contract/highlights/highlights.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { KeepButton } from '#web/features/annotations/index.ts'
import { FindingsList } from '#web/features/findings/FindingsList.tsx'
import {
  describeCounts,
  DismissDialog,
  RemainingUnread,
  useDecisions,
  type useHighlights,
} from '#web/features/highlights/index.ts'
import { Loaded, useRead, useWaitFor } from '#web/platform/index.ts'
import { ReadNotice, Skeleton } from '#web/ui/kit.ts'
import { HighlightCards } from '#web/widgets/HighlightCards.tsx'

export function FindingsSkeleton() {
  return (
    <div className="grid gap-1.5">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((each) => (
        <Skeleton key={each} className="h-14" />
      ))}
    </div>
  )
}

type SessionFindingsProps = {
  video: VideoDetail
  highlights: ReturnType<typeof useHighlights>
  player: { playFrom: (seconds: number) => void }
  nextStep: ReactNode
  session: { id: string; name: string; caseId: string }
}

export function SessionFindings({ video, session, highlights, player, nextStep }: SessionFindingsProps) {
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
    <>
      {summary.isError && <ReadNotice of={summary} what="Permissions" />}
      <Loaded query={query} skeleton={<FindingsSkeleton />}>
        {(list) => (
          <>
            {highlights.isComplete && list.length > 0 && (
              <output className="tabular mb-3 block text-sm text-ink-2">{describeCounts(countStatuses(list))}</output>
            )}
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
            <RemainingUnread query={highlights} />
          </>
        )}
      </Loaded>
      <DismissDialog items={doomed} onClose={() => setDoomed([])} onDismiss={decisions.dismiss} />
    </>
  )
}

function KeepFinding({ video, highlight }: { video: VideoDetail; highlight: Highlight }) {
  const isFound = highlight.source === 'ai' && highlight.start !== null
  const found = useRead(listFindings, { params: { videoId: video.id }, input: {} }, { enabled: isFound })
  if (!isFound) return null
  const finding = found.data?.find((each) => isSame(each, highlight))
  if (finding) return <KeepButton videoId={video.id} findingId={finding.id} annotations={video.annotations} />
  return <ReadNotice of={found} what="Annotation" />
}

const isSame = (finding: VideoFinding, { type, sub, turn, trigger }: Highlight): boolean =>
  finding.type === type && finding.sub === sub && finding.turn === turn && finding.trigger?.from === trigger?.from

function countStatuses(list: readonly Highlight[]) {
  const counts = { suggested: 0, confirmed: 0, edited: 0, dismissed: 0 }
  for (const { status } of list) counts[status] += 1
  return counts
}
