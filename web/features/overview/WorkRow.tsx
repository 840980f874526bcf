import { Link } from '@tanstack/react-router'
import { Briefcase } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { mayCreateCases } from '#contract/account/permissions.ts'
import { listCases } from '#contract/cases/cases.ts'
import type { WorkOverview } from '#contract/cases/overview.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDay } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import {
  Badge,
  Card,
  linkClass,
  Skeleton,
  SkeletonGroup,
  aloneLinkClass,
  buttonClass,
  EmptyState,
} from '#web/ui/kit.ts'
import { LastHeight } from './LastHeight.tsx'
import { useWork } from './useWork.ts'

export function useWorkReady(): boolean {
  const [work, cases] = [useWork(), useMyCases()]
  return !work.isPending && !cases.isPending
}

type Listed = WorkOverview['sessions'][number]

type WithLinks = { Links: ComponentType<{ id: string; toReview: number }> }

export function WorkRow({ Links }: WithLinks) {
  const work = useWork()
  const card = (name: string, title: string, show: (found: WorkOverview) => ReactNode) => (
    <Card title={title}>
      <LastHeight name={name} of={work}>
        {work.data ? show(work.data) : <LinesSkeleton />}
      </LastHeight>
    </Card>
  )
  return (
    <section
      aria-label="Your work"
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-4"
    >
      <SessionCards work={work} Links={Links} />
      <MyCases />
      {(work.data || work.errorUpdateCount === 0) && (
        <>
          {card('dates', 'Upcoming dates', ({ dates }) => (
            <Dates dates={dates} />
          ))}
          {card('waiting', 'Waiting for you', (found) => (
            <Waiting {...found} />
          ))}
          {card('peremptories', 'Peremptories left', ({ peremptories }) => (
            <Peremptories peremptories={peremptories} />
          ))}
        </>
      )}
    </section>
  )
}

const LinesSkeleton = () => (
  <SkeletonGroup>
    <Skeleton className="my-0.5 h-4" />
    <Skeleton className="mt-1 h-4 w-3/5" />
  </SkeletonGroup>
)

function SessionCards({ work, Links }: WithLinks & { work: ReturnType<typeof useWork> }) {
  const sessions = work.data?.sessions ?? []
  const today = sessions.filter(({ isToday }) => isToday)
  const others = sessions.filter(({ isToday }) => !isToday)
  const leadsWithOthers = today.length === 0 && others.length > 0
  return (
    <>
      <Card title={leadsWithOthers ? 'Findings to review' : 'Today'} className="col-span-full">
        <LastHeight name="today" of={work}>
          <Loaded query={work} skeleton={<Skeleton className="h-8 touch:h-11" />}>
            {() => <Sessions sessions={leadsWithOthers ? others : today} Links={Links} />}
          </Loaded>
        </LastHeight>
      </Card>
      {!leadsWithOthers && others.length > 0 && (
        <Card title="Findings to review" className="col-span-full">
          <Sessions sessions={others} Links={Links} />
        </Card>
      )}
    </>
  )
}

function Sessions({ sessions, Links }: WithLinks & { sessions: readonly Listed[] }) {
  return (
    <List empty="No session today, and nothing left to review.">
      {sessions.map((session) => (
        <li key={session.sessionId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-60">
            <Link
              to="/sessions/$sessionId/progress"
              params={{ sessionId: session.sessionId }}
              className={linkClass}
            >{`${session.name}, ${session.caseTitle}`}</Link>{' '}
            <span className="tabular whitespace-nowrap text-ink-3">
              {session.isToday ? 'Today' : session.date && formatDay(session.date)}
            </span>
          </div>
          <Links id={session.sessionId} toReview={session.toReview} />
        </li>
      ))}
    </List>
  )
}

const dateLabels = { trial: 'Trial', voir_dire: 'Voir dire', session: 'Session' } as const

function Dates({ dates }: Pick<WorkOverview, 'dates'>) {
  return (
    <List empty="No upcoming court dates. Set them on a case’s page.">
      {dates.map(({ what, date, caseId, caseTitle, sessionId, sessionName }) => (
        <li key={`${what}-${sessionId ?? caseId}`} className="line-clamp-4">
          <span className="tabular font-medium">{formatDay(date)}</span>
          {` ${dateLabels[what]}: `}
          {sessionId ? (
            <Link
              to="/sessions/$sessionId/progress"
              params={{ sessionId }}
              className={linkClass}
            >{`${sessionName}, ${caseTitle}`}</Link>
          ) : (
            <Link to="/cases/$caseId" params={{ caseId }} className={linkClass}>
              {caseTitle}
            </Link>
          )}
        </li>
      ))}
    </List>
  )
}

function Waiting({ approvals, critical, processing }: Pick<WorkOverview, 'approvals' | 'critical' | 'processing'>) {
  const isEmpty = approvals.waiting === 0 && critical.length === 0 && processing.length === 0
  return (
    <List empty={isEmpty ? 'Nothing is waiting for you.' : ''}>
      {approvals.waiting > 0 && (
        <li>
          <Link to="/approvals" className={linkClass}>
            {approvals.waiting === 1 ? '1 strike to approve' : `${formatCount(approvals.waiting)} strikes to approve`}
          </Link>{' '}
          {approvals.overdue > 0 && <Badge tone="danger">{`${approvals.overdue} overdue`}</Badge>}
        </li>
      )}
      {critical.map(({ sessionId, name, count }) => (
        <li key={sessionId}>
          <Link
            to="/sessions/$sessionId/highlights"
            params={{ sessionId }}
            search={{ severity: 'critical', status: 'suggested' }}
            className={linkClass}
          >
            {count === 1 ? '1 critical finding' : `${formatCount(count)} critical findings`}
          </Link>
          {` to review in ${name}`}
        </li>
      ))}
      {processing.map(({ sessionId, name, videos }) => (
        <li key={sessionId}>
          <Link to="/sessions/$sessionId/progress" params={{ sessionId }} className={linkClass}>
            {name}
          </Link>
          {videos === 1 ? ' has 1 video processing' : ` has ${formatCount(videos)} videos processing`}
        </li>
      ))}
    </List>
  )
}

function Peremptories({ peremptories }: Pick<WorkOverview, 'peremptories'>) {
  return (
    <List empty="No strike budgets yet. Choose a case’s forum to set its budget.">
      {peremptories.map(({ caseId, caseTitle, budgets }) => (
        <li key={caseId}>
          <Link to="/cases/$caseId" params={{ caseId }} search={{ tab: 'strikes' }} className={linkClass}>
            <span className="line-clamp-3">{caseTitle}</span>
          </Link>
          <span className="tabular block text-sm text-ink-2">
            {budgets
              ? `Us ${budgets.us.regular.remaining} of ${budgets.us.regular.total}, them ${budgets.them.regular.remaining} of ${budgets.them.regular.total}`
              : 'No budget set'}
          </span>
        </li>
      ))}
    </List>
  )
}

function List({ empty, children }: { empty: string; children: ReactNode }) {
  const isEmpty = Array.isArray(children) && children.flat().filter(Boolean).length === 0
  return isEmpty ? <p className="text-ink-2">{empty}</p> : <ul className="grid gap-2">{children}</ul>
}

const maxShown = 6
const limit = 3 * maxShown

const useMyCases = () => useRead(listCases, { params: {}, input: { limit } })

function MyCases() {
  const cases = useMyCases()
  const mayCreate = mayCreateCases(useAccount())
  return (
    <Card
      title="My cases"
      actions={
        <Link to="/cases" className={aloneLinkClass}>
          All cases
        </Link>
      }
    >
      <LastHeight name="cases" of={cases}>
        <Loaded query={cases} skeleton={<LinesSkeleton />}>
          {(all) => {
            const open = all.filter(({ status }) => status !== 'archived').slice(0, maxShown)
            return open.length > 0 ? (
              <ul className="grid gap-2">
                {open.map((each) => (
                  <li key={each.id} className="border-b border-line pb-2 last:border-0 last:pb-0">
                    <Link
                      to="/cases/$caseId"
                      params={{ caseId: each.id }}
                      className="block rounded-mark font-medium break-words text-accent-ink hover:underline touch:py-3"
                    >
                      <span className="line-clamp-3">{each.title}</span>
                    </Link>
                    <p className="text-sm break-words text-ink-3 touch:-mt-3 touch:mb-1">{each.caseNumber}</p>
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={<Briefcase className="size-8" />}
                title="No cases yet"
                hint={
                  mayCreate
                    ? 'A case keeps its jurors, sessions, and strikes together.'
                    : 'Ask an attorney in your firm to add you to a case.'
                }
                action={
                  mayCreate && (
                    <Link to="/cases" search={{ new: true }} className={buttonClass()}>
                      Create your first case
                    </Link>
                  )
                }
              />
            )
          }}
        </Loaded>
      </LastHeight>
    </Card>
  )
}
