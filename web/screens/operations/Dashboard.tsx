import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { OperationsView } from '#web/features/operations/index.ts'
import { getGreeting, useVideosReady, useWorkReady, VideoOverview, WorkRow } from '#web/features/overview/index.ts'
import { FailTogether, useAccount } from '#web/platform/index.ts'
import { Screen, useOpenRequest } from '#web/shell/index.ts'
import { buttonClass, PullToRefresh } from '#web/ui/kit.ts'
import { SessionLinks } from '#web/widgets/session.tsx'
import { DashboardUpload } from './DashboardUpload.tsx'

export function Dashboard() {
  const { add, import: importId } = useSearch({ from: '/_app/dashboard' })
  const navigate = useNavigate()
  const account = useAccount()
  const cache = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  useOpenRequest(['add'], add, setAdding)
  const [greeting] = useState(() => getGreeting(new Date().getHours()))
  // Renders sections from the top down so that nothing the user is reading gets pushed down.
  const goesToPart = useLocation({ select: ({ hash }) => hash !== '' })
  const [isWorkHere, areVideosHere] = [useOnce(useWorkReady()), useOnce(useVideosReady())]
  const showsVideos = goesToPart || isWorkHere
  const showsOperations = goesToPart || (isWorkHere && areVideosHere)
  return (
    <PullToRefresh onRefresh={() => cache.invalidateQueries()}>
      <Screen
        title="Dashboard"
        description={`${greeting}, ${account.name}. Here’s what’s happening at ${account.firmName}.`}
        actions={
          <Link to="/video-processing" className={buttonClass({ variant: 'primary' })}>
            <Upload className="size-4" aria-hidden="true" /> Upload Video
          </Link>
        }
      >
        <FailTogether>
          <WorkRow Links={SessionLinks} />
          {showsVideos && <VideoOverview />}
          {showsOperations && (
            <OperationsView
              upload={
                <DashboardUpload
                  key={importId}
                  importId={importId}
                  onClosed={() => void navigate({ to: '/dashboard', search: {}, replace: true })}
                />
              }
              isAdding={isAdding}
              onAdd={setAdding}
              isOpen={goesToPart || isAdding || importId !== undefined}
            />
          )}
        </FailTogether>
      </Screen>
    </PullToRefresh>
  )
}

/** Stays true, so that a repeated read doesn't hide the sections below it. */
function useOnce(isReady: boolean): boolean {
  const [wasReady, setWasReady] = useState(isReady)
  if (isReady && !wasReady) setWasReady(true)
  return wasReady || isReady
}
