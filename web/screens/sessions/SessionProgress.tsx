import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, FileDown, Film, MonitorPlay } from 'lucide-react'
import { readSessionProgress, type VideoProgress } from '#contract/sessions/session-videos.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import {
  SessionActions,
  statusKinds,
  statusLabels,
  typeLabels,
  VideoProgressCard,
  formatWhen,
} from '#web/features/sessions/index.ts'
import { UploadBox } from '#web/features/uploads/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { buttonClass, Card, EmptyState, Skeleton, StatusBadge } from '#web/ui/kit.ts'
import { AddFromLibrary } from '#web/widgets/AddFromLibrary.tsx'
import { BackToCases } from '#web/widgets/case.tsx'
import { SessionNotFound } from '#web/widgets/session.tsx'

const pollMs = 2000

export function SessionProgress() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/progress' })
  const session = useRead(readSession, { params: { sessionId }, input: {} }, { pollMs })
  return (
    <LoadedScreen
      title="Session"
      back={<BackToCases />}
      query={session}
      skeleton={<ProgressSkeleton />}
      absent={<SessionNotFound />}
    >
      {(found) => <Found session={found} />}
    </LoadedScreen>
  )
}

function ProgressSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </div>
  )
}

function Found({ session }: { session: Session }) {
  const sessionId = session.id
  const progress = useRead(readSessionProgress, { params: { sessionId }, input: {} }, { pollMs })
  return (
    <Screen
      title={session.name}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0">
            {[session.caseTitle, typeLabels[session.type], formatWhen(session), session.panelName]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <StatusBadge kind={statusKinds[session.status]}>{statusLabels[session.status]}</StatusBadge>
        </span>
      }
      back={
        <Link
          to="/cases/$caseId"
          params={{ caseId: session.caseId }}
          search={{ tab: 'sessions' }}
          className="inline-flex items-center gap-1"
        >
          <ArrowLeft className="size-4" />
          Back to case
        </Link>
      }
      actions={
        <>
          <Link to="/sessions/$sessionId/review" params={{ sessionId }} className={buttonClass()}>
            <MonitorPlay className="size-4" />
            Review room
          </Link>
          <Link to="/sessions/$sessionId/exports" params={{ sessionId }} className={buttonClass()}>
            <FileDown className="size-4" />
            Exports
          </Link>
          <SessionActions session={session} />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Loaded query={progress} skeleton={<ProgressSkeleton />}>
          {(videos) => <Videos session={session} videos={videos} />}
        </Loaded>
        {session.may.upload && !progress.isPending && <AddVideos session={session} />}
      </div>
    </Screen>
  )
}

function Videos({ session, videos }: { session: Session; videos: readonly VideoProgress[] }) {
  if (videos.length === 0) {
    return (
      <EmptyState
        icon={<Film className="size-8" />}
        title="No videos in this session yet"
        hint={
          session.may.upload
            ? 'Upload a recording below, or add one from the library.'
            : session.status === 'locked'
              ? 'This session is locked. Unlock it to add videos.'
              : 'Ask someone with upload access to add the recording.'
        }
      />
    )
  }
  return (
    <ul aria-label="Session videos" className="grid gap-4">
      {videos.map((video, index) => (
        <VideoProgressCard
          key={video.videoId}
          sessionId={session.id}
          video={video}
          mayEdit={session.may.edit}
          isFirst={index === 0}
        />
      ))}
    </ul>
  )
}

function AddVideos({ session }: { session: Session }) {
  return (
    <Card title="Upload" actions={<AddFromLibrary session={session} />}>
      <UploadBox caseId={session.caseId} sessionId={session.id} isDeclared={session.recordingDeclared} />
    </Card>
  )
}
