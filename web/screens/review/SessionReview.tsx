import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { listSessionVideos, type SessionVideo } from '#contract/sessions/session-videos.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { LoadedScreen, useOpenRequest } from '#web/shell/index.ts'
import { buttonClass, EmptyState, Skeleton } from '#web/ui/kit.ts'
import { BackToProgress, SessionScreen } from '#web/widgets/session.tsx'
import { ReviewRoom } from './ReviewRoom.tsx'
import { ReviewSkeleton } from './ReviewSkeleton.tsx'
import { RoomScreen } from './RoomScreen.tsx'
import { useRoomVideo } from './useRoomVideo.ts'

const pollMs = 15_000

export function SessionReview() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/review' })
  const args = { params: { sessionId }, input: {} }
  const session = useRead(readSession, args, { pollMs })
  const videos = useRead(listSessionVideos, args, { pollMs })
  const back = <BackToProgress sessionId={sessionId} />
  return (
    <SessionScreen {...loading} sessionId={sessionId} title="Review room" back={back} query={session}>
      {(found) => (
        <LoadedScreen {...loading} title={found.name} back={back} query={videos}>
          {(list) => <Found session={found} videos={list} />}
        </LoadedScreen>
      )}
    </SessionScreen>
  )
}

const loading = {
  isCompact: true,
  skeleton: <ReviewSkeleton />,
  description: <Skeleton className="h-6 w-56" />,
  actions: <Skeleton className="h-8 w-32 touch:h-11" />,
}

function Found({ session, videos }: { session: Session; videos: readonly SessionVideo[] }) {
  const { v: chosen, t = 0, tab, triage } = useSearch({ from: '/_app/sessions/$sessionId/review' })
  const navigate = useNavigate()
  const [isTriage, setTriage] = useState(false)
  useOpenRequest(['triage'], triage || undefined, () => setTriage(true))
  const params = { sessionId: session.id }
  const place = videos.find((each) => each.videoId === chosen) ?? videos[0]
  const video = useRoomVideo(place?.videoId)
  const open = (videoId: string, seconds: number) =>
    void navigate({ to: '/sessions/$sessionId/review', params, search: { v: videoId, t: seconds }, replace: true })
  return (
    <RoomScreen session={session} onTriage={place ? () => setTriage(true) : null}>
      {place === undefined ? (
        <EmptyState
          icon={<Clapperboard className="size-8" />}
          title="Transcript not ready"
          hint="This session has no video yet. Add one from the library or upload one."
          action={
            <Link to="/sessions/$sessionId/progress" params={params} className={buttonClass({ variant: 'primary' })}>
              Upload a video
            </Link>
          }
        />
      ) : (
        <Loaded query={video} skeleton={<ReviewSkeleton />}>
          {(data) => (
            <ReviewRoom
              key={data.id}
              session={session}
              videos={videos}
              place={place}
              video={data}
              startSeconds={t}
              startTab={tab === 'voices' ? 'juror' : 'findings'}
              onOpen={open}
              isTriage={isTriage}
              onTriage={setTriage}
            />
          )}
        </Loaded>
      )}
    </RoomScreen>
  )
}
