import { type ReactNode, useMemo } from 'react'
import { listFindings, type VideoFinding } from '#contract/findings/findings.ts'
import { type FindingDecision, listFindingDecisions } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { AnnotationsCard, KeepButton } from '#web/features/annotations/index.ts'
import { FindingsList } from '#web/features/findings/FindingsList.tsx'
import { describeCounts } from '#web/features/highlights/index.ts'
import { Loaded, together, useRead } from '#web/platform/index.ts'
import { Card, type Reading, Skeleton } from '#web/ui/kit.ts'
import { FindingClip } from '#web/widgets/clip.tsx'

export function useVideoFindings(video: VideoDetail) {
  const hasResults = video.analysis !== null
  const read = useRead(listFindings, { params: { videoId: video.id }, input: {} }, { enabled: hasResults })
  const decided = useRead(
    listFindingDecisions,
    { params: { videoId: video.id }, input: {} },
    { enabled: hasResults && video.caseId !== null },
  )
  const decisions = useMemo(() => new Map((decided.data ?? []).map((each) => [each.findingId, each])), [decided.data])
  const findings = read.data ?? []
  const query: Reading = video.caseId === null ? read : together(read, decided)
  return {
    query,
    findings,
    decisions,
    timelineMarks: toTimelineMarks(video, findings, decisions),
    turnMarks: toTurnMarks(findings, decisions),
  }
}

type VideoFindingsProps = {
  video: VideoDetail
  found: ReturnType<typeof useVideoFindings>
  player: { now: () => number; seek: (seconds: number) => void }
  getName: (label: string) => string
  nextStep: ReactNode
}

export function VideoFindings({ video, found, player, getName, nextStep }: VideoFindingsProps) {
  const { query, findings, decisions } = found
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
  return (
    <>
      {video.analysis !== null && (
        <div id="findings" className="scroll-mt-20">
          <Card title={query.data ? `Findings (${findings.length})` : 'Findings'}>
            <Loaded query={query} skeleton={<Skeleton className="h-64" />}>
              {() => (
                <>
                  {decisions.size > 0 && (
                    <output className="tabular mb-3 block text-sm text-ink-2">
                      {describeCounts(countStatuses(findings, decisions))}
                    </output>
                  )}
                  <FindingsList
                    findings={findings}
                    decisions={decisions}
                    skipped={video.analysis?.findingsSkipped ?? null}
                    nextStep={nextStep}
                    nameOf={getName}
                    onSeek={player.seek}
                    actionsOf={renderActions}
                  />
                </>
              )}
            </Loaded>
          </Card>
        </div>
      )}
      <AnnotationsCard
        videoId={video.id}
        annotations={video.annotations}
        mayAnnotate={video.may.annotate}
        now={player.now}
        onSeek={player.seek}
      />
    </>
  )
}

type Decisions = ReadonlyMap<string, FindingDecision>

function countStatuses(findings: readonly VideoFinding[], decisions: Decisions) {
  const counts = { suggested: 0, confirmed: 0, edited: 0, dismissed: 0 }
  for (const { id } of findings) counts[decisions.get(id)?.status ?? 'suggested'] += 1
  return counts
}

const withoutDismissed = (findings: readonly VideoFinding[], decisions: Decisions) =>
  findings.filter(({ id }) => decisions.get(id)?.status !== 'dismissed')

function toTimelineMarks(video: VideoDetail, findings: readonly VideoFinding[], decisions: Decisions) {
  return [
    ...withoutDismissed(findings, decisions).flatMap((each) =>
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

const toTurnMarks = (findings: readonly VideoFinding[], decisions: Decisions) =>
  withoutDismissed(findings, decisions).flatMap((each) =>
    each.trigger && !each.quoteChanged
      ? [{ turn: each.turn, ...each.trigger, label: `${highlightTitle(each)}. ${each.why}` }]
      : [],
  )
