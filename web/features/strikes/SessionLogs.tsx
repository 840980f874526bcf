import { Link } from '@tanstack/react-router'
import { listSessions } from '#contract/sessions/sessions.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDay } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { aloneLinkClass } from '#web/ui/linkClass.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The strike logs of a case: one a session, over one budget. */
export function SessionLogs({ caseId }: { caseId: string }) {
  const sessions = useRead(listSessions, { params: { caseId }, input: {} })
  return (
    <Loaded query={sessions} skeleton={<Skeleton className="h-40" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState title="No sessions yet" hint="Strikes are recorded in a session of the case." />
        ) : (
          <section aria-labelledby="session-logs">
            <h2 id="session-logs" className="mb-2 text-lg font-bold">
              Strike logs by session
            </h2>
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {all.map(({ id, name, date }) => (
                <li key={id} className="flex flex-wrap items-center gap-4 px-4 py-3">
                  <span className="min-w-0 flex-1 break-words">
                    <span className="font-medium">{name}</span>
                    {date && <span className="text-sm text-ink-3">{` · ${formatDay(date)}`}</span>}
                  </span>
                  <Link to="/sessions/$sessionId/strike-log" params={{ sessionId: id }} className={aloneLinkClass}>
                    Strike log
                  </Link>
                  <Link to="/sessions/$sessionId/courtroom" params={{ sessionId: id }} className={aloneLinkClass}>
                    Courtroom
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}
