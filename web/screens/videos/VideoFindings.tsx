import type { ReactNode } from 'react'
import { listFindings, type VideoFinding } from '#contract/findings/findings.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { KeepButton } from '#web/features/annotations/index.ts'
import { FindingCards, FindingsList } from '#web/features/findings/FindingsList.tsx'
import { useHighlights } from '#web/features/highlights/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { timelineMarks, wordMarks } from '#web/widgets/marks.ts'
import { FindingsCard, FindingsSkeleton } from './FindingsCard.tsx'
import { SessionFindings } from './SessionFindings.tsx'

/** Decisions are made in a session, so only a video in a session has highlights. */
export function useVideoFindings(video: VideoDetail) {
  const hasResults = video.analysis !== null
  const { session } = video
  const bare = useRead(
    listFindings,
    { params: { videoId: video.id }, input: {} },
    { enabled: hasResults && session === null },
  )
  const highlights = useHighlights(session?.id ?? '', { videoId: video.id }, hasResults && session !== null)
  const all = session === null ? bare.data : highlights.data
  return {
    bare,
    highlights,
    count: session === null || highlights.isComplete ? (all?.length ?? null) : null,
    timelineMarks: [
      ...(session === null ? toTimelineMarks(bare.data ?? []) : timelineMarks(highlights.data ?? [], video.id)),
      ...video.annotations.map((each) => ({
        id: each.id,
        seconds: each.startTime,
        label: each.title,
        severity: each.severity,
        suggested: false,
      })),
    ],
    turnMarks: session === null ? toTurnMarks(bare.data ?? []) : wordMarks(highlights.data ?? [], video.id),
  }
}

type VideoFindingsProps = {
  video: VideoDetail
  found: ReturnType<typeof useVideoFindings>
  player: { playFrom: (seconds: number) => void }
  getName: (label: string) => string
  nextStep: ReactNode
}

export function VideoFindings({ video, found, player, getName, nextStep }: VideoFindingsProps) {
  const { session, caseId, analysis } = video
  if (analysis === null) return null
  const renderKeep = ({ id, startMs }: VideoFinding) =>
    startMs !== null &&
    video.may.annotate && <KeepButton videoId={video.id} findingId={id} annotations={video.annotations} />
  if (session && caseId !== null)
    return (
      <SessionFindings
        video={video}
        session={{ ...session, caseId }}
        highlights={found.highlights}
        count={found.count}
        player={player}
        nextStep={nextStep}
      />
    )
  return (
    <FindingsCard count={found.count}>
      <Loaded query={found.bare} skeleton={<FindingsSkeleton />}>
        {(findings) => (
          <FindingsList findings={findings} skipped={analysis.findingsSkipped ?? null} nextStep={nextStep}>
            {(shown) => (
              <FindingCards findings={shown} nameOf={getName} onSeek={player.playFrom} actionsOf={renderKeep} />
            )}
          </FindingsList>
        )}
      </Loaded>
    </FindingsCard>
  )
}

const toTimelineMarks = (findings: readonly VideoFinding[]) =>
  findings.flatMap((each) =>
    each.startMs === null
      ? []
      : [
          {
            id: each.id,
            seconds: each.startMs / 1000,
            label: highlightTitle(each),
            severity: each.severity,
            suggested: true,
          },
        ],
  )

const toTurnMarks = (findings: readonly VideoFinding[]) =>
  findings.flatMap((each) =>
    each.trigger && !each.quoteChanged
      ? [{ turn: each.turn, ...each.trigger, label: `${highlightTitle(each)}. ${each.why}` }]
      : [],
  )
