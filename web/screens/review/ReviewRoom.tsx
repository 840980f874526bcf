import { Suspense, useEffect } from 'react'
import { DismissDialog, MarkDialog } from '#web/features/highlights/index.ts'
import { PlayerPanel } from '#web/features/player/index.ts'
import { Panes } from '#web/features/review/index.ts'
import { formatDuration, lazyPart } from '#web/platform/index.ts'
import { Select, Skeleton } from '#web/ui/kit.ts'
import { MarkBar } from './marks.tsx'
import { ReviewRail } from './ReviewRail.tsx'
import { ReviewVoices, TranscriptSection } from './TranscriptSection.tsx'
import { type ReviewPlace, useReview } from './useReview.ts'
import { useReviewKeys } from './useReviewKeys.ts'

const Triage = lazyPart(
  () => import('#web/widgets/triage/Triage.tsx'),
  ({ Triage }) => Triage,
)

type ReviewRoomProps = ReviewPlace & { isTriage: boolean; onTriage: (isTriage: boolean) => void }

export function ReviewRoom({ isTriage, onTriage, ...at }: ReviewRoomProps) {
  const review = useReview(at)
  const { session, videos, place, video, player, marks, may, summary } = review
  useReviewKeys(review)
  useEffect(() => {
    if (isTriage) player.element()?.pause()
  }, [isTriage, player])
  return (
    <>
      <ReviewVoices review={review} />
      <Panes
        above={
          videos.length > 1 && (
            <Select
              label="Video"
              value={video.id}
              options={videos.map((each) => ({
                value: each.videoId,
                label: [each.camera || each.filename, `starts at ${formatDuration(each.offset)}`].join(' · '),
              }))}
              onChange={(event) => {
                const to = videos.find((each) => each.videoId === event.target.value)
                if (to) review.open(to.videoId, Math.max(0, player.now() + place.offset - to.offset))
              }}
            />
          )
        }
        video={
          <PlayerPanel
            video={video}
            player={player}
            marks={review.timeline}
            tools={
              summary.isPending ? (
                <Skeleton className="h-8 touch:h-11" />
              ) : (
                <MarkBar marks={marks} mayReview={may.review} onRepeat={review.repeat} />
              )
            }
          />
        }
        transcript={<TranscriptSection review={review} />}
        rail={<ReviewRail review={review} />}
      />
      {isTriage && (
        <Suspense fallback={null}>
          <Triage
            session={session}
            highlights={review.highlights}
            mayReview={may.review}
            onClose={() => onTriage(false)}
          />
        </Suspense>
      )}
      <DismissDialog items={review.doomed} onClose={() => review.dismiss([])} onDismiss={review.decisions.dismiss} />
      {marks.isAsking && marks.stretch && (
        <MarkDialog
          sessionId={session.id}
          videoId={video.id}
          stretch={marks.stretch}
          mayAnnotate={video.may.annotate}
          onClose={marks.leave}
          onSaved={marks.clear}
        />
      )}
    </>
  )
}
