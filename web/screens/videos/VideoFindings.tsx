import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { listFindings, type VideoFinding } from '#contract/findings/findings.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { KeepButton } from '#web/features/annotations/index.ts'
import { FindingCards, FindingsList } from '#web/features/findings/FindingsList.tsx'
import { useHighlights } from '#web/features/highlights/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { buttonClass, Card } from '#web/ui/kit.ts'
import { timelineMarks, wordMarks } from '#web/widgets/marks.ts'
import { FindingsSkeleton, SessionFindings } from './SessionFindings.tsx'

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
  return (
    <div id="findings" className="scroll-mt-20 max-md:scroll-mt-2">
      <Card
        title={found.count === null ? 'Findings' : `Findings (${found.count})`}
        actions={
          session && (
            <Link
              to="/sessions/$sessionId/review"
              params={{ sessionId: session.id }}
              search={{ v: video.id, triage: true }}
              className={buttonClass()}
            >
              <ListChecks className="size-4" />
              Triage
            </Link>
          )
        }
        className="md:flex md:max-h-[calc(100dvh-var(--sticky-top)-2rem)] md:flex-col print:block! print:max-h-none!"
      >
        <div className="md:-mx-4 md:min-h-0 md:overflow-y-auto md:px-4 print:overflow-visible!">
          {session && caseId !== null ? (
            <SessionFindings
              video={video}
              session={{ ...session, caseId }}
              highlights={found.highlights}
              player={player}
              nextStep={nextStep}
            />
          ) : (
            <Loaded query={found.bare} skeleton={<FindingsSkeleton />}>
              {(findings) => (
                <FindingsList findings={findings} skipped={analysis.findingsSkipped ?? null} nextStep={nextStep}>
                  {(shown) => (
                    <FindingCards findings={shown} nameOf={getName} onSeek={player.playFrom} actionsOf={renderKeep} />
                  )}
                </FindingsList>
              )}
            </Loaded>
          )}
        </div>
      </Card>
    </div>
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
