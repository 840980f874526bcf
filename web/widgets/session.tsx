import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { countSeats } from '#contract/sessions/seating.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { SeatEveryone } from '#web/features/jurors/index.ts'
import { isOut } from '#web/features/strikes/index.ts'
import { formatCount, isNotFound, Loaded, useShortcuts } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { aloneLinkClass, buttonClass, cx, Skeleton } from '#web/ui/kit.ts'

const backClass = 'inline-flex items-center gap-1'

type SessionScreenProps<T> = Omit<ComponentProps<typeof LoadedScreen<T>>, 'absent'> & {
  sessionId: string
  template?: ExportTemplate
}

export function SessionScreen<T>({ sessionId, template, ...screen }: SessionScreenProps<T>) {
  useSessionKeys(sessionId, template)
  return <LoadedScreen {...screen} absent={<SessionNotFound />} />
}

function useSessionKeys(sessionId: string, template: ExportTemplate | undefined): void {
  const navigate = useNavigate()
  useShortcuts('page', [
    {
      keys: 'h',
      label: 'Highlights',
      run: () => void navigate({ to: '/sessions/$sessionId/highlights', params: { sessionId } }),
    },
    {
      keys: 's',
      label: 'Strike log',
      run: () => void navigate({ to: '/sessions/$sessionId/strike-log', params: { sessionId } }),
    },
    {
      keys: 'e',
      label: 'Exports',
      run: () => void navigate({ to: '/sessions/$sessionId/exports', params: { sessionId }, search: { template } }),
    },
  ])
}

/** Doesn't reveal whether the session doesn't exist or the user has no access to it. */
export function SessionNotFound() {
  return (
    <Screen title="Session not found">
      <p className="mb-4">The session you’re looking for doesn’t exist or you don’t have access to it.</p>
      <Link to="/cases" className={aloneLinkClass}>
        Back to cases
      </Link>
    </Screen>
  )
}

type BareSessionScreenProps<T> = Pick<SessionScreenProps<T>, 'sessionId' | 'title' | 'query' | 'children'> & {
  /** Width and padding of the loaded screen, so that nothing moves when it appears. */
  className: string
}

/** Shows a back link while loading or after an error because these screens have no menu. */
export function BareSessionScreen<T>({ title, sessionId, query, className, children }: BareSessionScreenProps<T>) {
  if (isNotFound(query.error)) return <SessionNotFound />
  if (query.data !== undefined) return <>{children(query.data)}</>
  return (
    <div className={cx('mx-auto grid w-full gap-4', className)}>
      <div>
        <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className={buttonClass()}>
          <ArrowLeft className="size-4" aria-hidden="true" /> Strike log
        </Link>
      </div>
      <h1 className="text-xl font-bold">{title}</h1>
      <Loaded query={query} skeleton={<BoardSkeleton />}>
        {() => null}
      </Loaded>
    </div>
  )
}

function BoardSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-11 max-w-3xl" />
      <Skeleton className="h-75" />
    </div>
  )
}

export const BackToProgress = ({ sessionId }: { sessionId: string }) => (
  <Link to="/sessions/$sessionId/progress" params={{ sessionId }} className={backClass}>
    <ArrowLeft className="size-4" />
    Progress
  </Link>
)

export const BackToReview = ({ sessionId }: { sessionId: string }) => (
  <Link to="/sessions/$sessionId/review" params={{ sessionId }} className={backClass}>
    <ArrowLeft className="size-4" />
    Review room
  </Link>
)

export function SessionLinks({ id: sessionId, toReview }: { id: string; toReview: number }) {
  const params = { sessionId }
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <Link to="/sessions/$sessionId/review" params={params} className={toReview > 0 ? buttonClass() : aloneLinkClass}>
        {toReview > 0 ? `${formatCount(toReview)} to review` : 'Review room'}
      </Link>
      <Link to="/sessions/$sessionId/courtroom" params={params} className={aloneLinkClass}>
        Board
      </Link>
      <Link to="/sessions/$sessionId/strike-log" params={params} className={aloneLinkClass}>
        Strike log
      </Link>
    </span>
  )
}

export const SeatPanel = ({ board: { session, jurors } }: { board: Pick<StrikeBoard, 'session' | 'jurors'> }) => (
  <SeatEveryone
    sessionId={session.id}
    jurors={jurors.filter((each) => !isOut(each) || each.seat !== null)}
    seats={countSeats(session.seatingLayout)}
  />
)
