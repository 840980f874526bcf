import { Link } from '@tanstack/react-router'
import { CalendarDays, Plus } from 'lucide-react'
import type { ComponentType } from 'react'
import { type ListedSession, listSessions } from '#contract/sessions/sessions.ts'
import { useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { buttonClass, EmptyState, Skeleton, StatusBadge } from '#web/ui/kit.ts'
import { statusKinds, statusLabels, typeLabels, formatWhen } from './sessionLabels.ts'

type SessionListProps = { caseId: string; mayPlan: boolean; Links: ComponentType<{ id: string; toReview: number }> }

export function SessionList({ caseId, mayPlan, Links }: SessionListProps) {
  const sessions = useRead(listSessions, { params: { caseId }, input: {} })
  const newSession = mayPlan && (
    <Link to="/cases/$caseId/new-session" params={{ caseId }} className={buttonClass({ variant: 'primary' })}>
      <Plus className="size-4" />
      New session
    </Link>
  )
  return (
    <Loaded query={sessions} skeleton={<Skeleton className="h-40" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            icon={<CalendarDays className="size-8" />}
            title="No sessions yet"
            hint="A session is a single voir dire proceeding, with its date, seats, and recordings."
            action={newSession}
          />
        ) : (
          <ul aria-label="Sessions" className="divide-y divide-line rounded-card border border-line bg-surface">
            {all.map((session) => (
              <SessionRow key={session.id} session={session} Links={Links} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

type SessionRowProps = Pick<SessionListProps, 'Links'> & { session: ListedSession }

function SessionRow({ session, Links }: SessionRowProps) {
  const { videos } = session
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <Link to="/sessions/$sessionId/progress" params={{ sessionId: session.id }} className="font-medium break-words">
          {session.name}
        </Link>
        <p className="text-sm text-ink-3">
          {[typeLabels[session.type], formatWhen(session), session.panelName].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Links id={session.id} toReview={session.toReview} />
      <p className="tabular text-sm text-ink-2">
        {videos.total === 1 ? '1 video' : `${videos.total} videos`}
        {videos.failed > 0 && <span className="text-danger-fg">{` · ${videos.failed} failed`}</span>}
      </p>
      <StatusBadge kind={statusKinds[session.status]}>{statusLabels[session.status]}</StatusBadge>
    </li>
  )
}
