import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Clapperboard, FileDown, Library, ListChecks, Scale } from 'lucide-react'
import { useState } from 'react'
import { readPlayer } from '#contract/videos/player.ts'
import { listSessionVideos, type SessionVideo } from '#contract/sessions/session-videos.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import { statusKinds, statusLabels } from '#web/features/sessions/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { LoadedScreen, Screen, useOpenRequest } from '#web/shell/index.ts'
import { buttonClass, EmptyState, MoreActions, Skeleton, StatusBadge } from '#web/ui/kit.ts'
import { LibraryDialog } from '#web/widgets/AddFromLibrary.tsx'
import { ReviewRoom } from './ReviewRoom.tsx'
import { BackToProgress, SessionScreen } from '#web/widgets/session.tsx'

const pollMs = 15_000

export function SessionReview() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/review' })
  const args = { params: { sessionId }, input: {} }
  const session = useRead(readSession, args, { pollMs })
  const videos = useRead(listSessionVideos, args, { pollMs })
  const back = <BackToProgress sessionId={sessionId} />
  return (
    <SessionScreen sessionId={sessionId} title="Review room" back={back} query={session} skeleton={<ReviewSkeleton />}>
      {(found) => (
        <LoadedScreen title={found.name} back={back} query={videos} skeleton={<ReviewSkeleton />}>
          {(list) => <Found session={found} videos={list} />}
        </LoadedScreen>
      )}
    </SessionScreen>
  )
}

function ReviewSkeleton() {
  return (
    <div className="@container grid gap-4">
      <Skeleton className="h-12.5 touch:h-15.5" />
      <div className="grid gap-4 @2xl:grid-cols-2 @5xl:grid-cols-[minmax(0,30fr)_minmax(0,40fr)_minmax(0,30fr)]">
        <Skeleton className="aspect-video self-start" />
        <Skeleton className="h-96 @5xl:h-136" />
        <Skeleton className="h-96 @5xl:h-136" />
      </div>
    </div>
  )
}

function ReviewActions({ session }: { session: Session }) {
  const [isAdding, setAdding] = useState(false)
  const params = { sessionId: session.id }
  const add = { label: 'Add from library', icon: <Library className="size-4" />, onSelect: () => setAdding(true) }
  return (
    <>
      <Link to="/sessions/$sessionId/highlights" params={params} className={buttonClass()}>
        <ListChecks className="size-4" />
        Highlights
      </Link>
      <Link to="/sessions/$sessionId/strike-log" params={params} className={buttonClass()}>
        <Scale className="size-4" />
        Strike log
      </Link>
      <MoreActions
        actions={[
          {
            label: 'Exports',
            icon: <FileDown className="size-4" />,
            renderLink: (look) => <Link to="/sessions/$sessionId/exports" params={params} {...look} />,
          },
          ...(session.may.upload ? [add] : []),
        ]}
      />
      {session.may.upload && <LibraryDialog session={session} open={isAdding} onOpenChange={setAdding} />}
    </>
  )
}

function Found({ session, videos }: { session: Session; videos: readonly SessionVideo[] }) {
  const { v: chosen, t = 0, tab, triage } = useSearch({ from: '/_app/sessions/$sessionId/review' })
  const navigate = useNavigate()
  const [isTriage, setTriage] = useState(false)
  useOpenRequest(['triage'], triage || undefined, () => setTriage(true))
  const params = { sessionId: session.id }
  const place = videos.find((each) => each.videoId === chosen) ?? videos[0]
  const video = useRead(
    readPlayer,
    { params: { videoId: place?.videoId ?? '' }, input: {} },
    { enabled: place !== undefined, pollMs },
  )
  const open = (videoId: string, seconds: number) =>
    void navigate({ to: '/sessions/$sessionId/review', params, search: { v: videoId, t: seconds }, replace: true })
  return (
    <Screen
      title={session.name}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0">{session.caseTitle}</span>
          <StatusBadge kind={statusKinds[session.status]}>{statusLabels[session.status]}</StatusBadge>
        </span>
      }
      back={<BackToProgress sessionId={session.id} />}
      actions={<ReviewActions session={session} />}
    >
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
    </Screen>
  )
}
