import type { ComponentProps } from 'react'
import { describeSpeaker } from '#web/features/highlights/index.ts'
import { ChainCards, SpeakersTab } from '#web/features/review/index.ts'
import { JurorNames } from '#web/features/voices/index.ts'
import { Skeleton } from '#web/ui/kit.ts'
import { DraftStrike } from '#web/widgets/DraftStrike.tsx'
import type { Review } from './useReview.ts'

type ChainsTabProps = { review: Review } & Pick<ComponentProps<typeof ChainCards>, 'onCopy' | 'onCopyWords'>

export function ChainsTab({ review: { session, may, playAt }, ...copy }: ChainsTabProps) {
  return (
    <ChainCards
      {...copy}
      sessionId={session.id}
      speakerOf={describeSpeaker}
      onPlay={playAt}
      renderMore={(concern) => may.review && <DraftStrike sessionId={session.id} highlight={concern} />}
    />
  )
}

export function JurorTab({ review: { session, transcript, selected, may, player } }: { review: Review }) {
  return (
    <SpeakersTab
      sessionId={session.id}
      caseId={session.caseId}
      read={transcript.speakers}
      here={transcript.here}
      jurorId={selected?.juror?.id}
      mayReview={may.review}
      skeleton={<RailSkeleton />}
      renderNames={(videoId) => (
        <JurorNames videoId={videoId} caseId={session.caseId} sessionId={session.id} onPlay={player.seek} />
      )}
      onPlay={player.seek}
    />
  )
}

export function RailSkeleton() {
  return (
    <div className="grid gap-1.5">
      {[1, 2, 3, 4, 5, 6].map((each) => (
        <Skeleton key={each} className="h-14" />
      ))}
    </div>
  )
}
