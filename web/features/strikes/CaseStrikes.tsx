import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { SideNames } from '#contract/cases/sides.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { readCaseStrikes } from '#contract/strikes/board.ts'
import { strikeKinds, strikeSides, strikeStates } from '#contract/strikes/data.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDateTime, formatDay } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import {
  aloneLinkClass,
  Badge,
  Button,
  buttonClass,
  cx,
  EmptyState,
  ReadNotice,
  Select,
  Skeleton,
} from '#web/ui/kit.ts'
import { BudgetMeters } from './selection/BudgetMeters.tsx'
import { getRulingLabel, kindLabels, stateLabels } from './strikeLabels.ts'

export function CaseStrikes({ caseId }: { caseId: string }) {
  const found = useRead(readCaseStrikes, { params: { caseId }, input: {} })
  const days = useRead(listSessions, { params: { caseId }, input: {} })
  const sessions = days.data ?? []
  const [filter, setFilter] = useState<CaseFilter>(noFilter)
  const names = new Map(sessions.map(({ id, name }) => [id, name]))
  return (
    <Loaded query={found} skeleton={<Skeleton className="h-40" />}>
      {({ budgets, sides, strikes }) => {
        const shown = filterStrikes(strikes, filter)
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {(budgets !== null || strikes.length > 0) && <BudgetMeters budgets={budgets} />}
            {strikes.length === 0 && days.data?.length === 0 ? null : strikes.length === 0 ? (
              <EmptyState title="No strikes recorded" hint="Add strikes from a session’s strike log." />
            ) : (
              <>
                <Filters filter={filter} sides={sides} sessions={sessions} onChange={setFilter} />
                <ReadNotice of={days} what="Sessions" />
                <output className="block text-sm text-ink-2">
                  {shown.length === strikes.length
                    ? formatStrikeCount(strikes.length)
                    : `${shown.length} of ${formatStrikeCount(strikes.length)}`}
                </output>
                {shown.length === 0 ? (
                  <EmptyState
                    title="No matching strikes"
                    action={<Button onClick={() => setFilter(noFilter)}>Show all strikes</Button>}
                  />
                ) : (
                  <ul aria-label="Strikes" className="divide-y divide-line rounded-card border border-line bg-surface">
                    {shown.map((strike) => (
                      <StrikeRow
                        key={strike.id}
                        strike={strike}
                        side={sides[strike.madeBy]}
                        sessionName={names.get(strike.sessionId) ?? ''}
                      />
                    ))}
                  </ul>
                )}
              </>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

const formatStrikeCount = (count: number) => (count === 1 ? '1 strike' : `${formatCount(count)} strikes`)

type FiltersProps = {
  filter: CaseFilter
  sides: SideNames
  sessions: readonly { id: string; name: string }[]
  onChange: (filter: CaseFilter) => void
}

function Filters({ filter, sides, sessions, onChange }: FiltersProps) {
  const choice = (field: keyof CaseFilter, label: string, options: { value: string; label: string }[]) => (
    <Select
      label={label}
      value={filter[field]}
      options={[{ value: '', label: 'All' }, ...options]}
      onChange={(event) => onChange({ ...filter, [field]: event.target.value })}
    />
  )
  return (
    <div className={cx('grid gap-3 lg:grid-cols-4', sessions.length > 1 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
      {choice(
        'state',
        'Status',
        strikeStates.map((value) => ({ value, label: stateLabels[value].word })),
      )}
      {choice(
        'madeBy',
        'Side',
        strikeSides.map((value) => ({ value, label: sides[value] })),
      )}
      {choice(
        'kind',
        'Kind',
        strikeKinds.map((value) => ({ value, label: kindLabels[value] })),
      )}
      {sessions.length > 1 &&
        choice(
          'sessionId',
          'Session',
          sessions.map(({ id, name }) => ({ value: id, label: name })),
        )}
    </div>
  )
}

function StrikeRow({ strike, side, sessionName }: { strike: Strike; side: string; sessionName: string }) {
  const { word, tone } = stateLabels[strike.state]
  const ruling = getRulingLabel(strike)
  const when = strike.calledAt
    ? `called ${formatDateTime(strike.calledAt)}`
    : `drafted ${formatDateTime(strike.createdAt)} by ${strike.createdBy}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <StrikeLink strike={strike} />
        <p className="text-sm break-words text-ink-2">{side}</p>
        <p className="text-sm break-words text-ink-3">{[sessionName, when].filter(Boolean).join(' · ')}</p>
      </div>
      {strike.exercisedAt !== null && ruling && <Badge>{ruling}</Badge>}
      <Badge tone={tone}>{word}</Badge>
    </li>
  )
}

type CaseFilter = { state: string; madeBy: string; kind: string; sessionId: string }
export const noFilter: CaseFilter = { state: '', madeBy: '', kind: '', sessionId: '' }

export const filterStrikes = <T extends Pick<Strike, 'state' | 'madeBy' | 'kind' | 'sessionId'>>(
  strikes: readonly T[],
  filter: CaseFilter,
): T[] =>
  strikes.filter((strike) =>
    (['state', 'madeBy', 'kind', 'sessionId'] as const).every(
      (field) => filter[field] === '' || strike[field] === filter[field],
    ),
  )

type StrikeLinkProps = {
  strike: Pick<Strike, 'id' | 'sessionId' | 'jurorNumber' | 'label'>
  tab?: 'list' | 'approvals'
}

export function StrikeLink({ strike, tab = 'list' }: StrikeLinkProps) {
  return (
    <Link
      to="/sessions/$sessionId/strike-log"
      params={{ sessionId: strike.sessionId }}
      search={{ tab }}
      hash={strike.id}
      className="font-medium break-words"
    >
      {`Juror ${strike.jurorNumber}: ${strike.label}`}
    </Link>
  )
}

export function SessionLogs({ caseId, mayPlan }: { caseId: string; mayPlan: boolean }) {
  const sessions = useRead(listSessions, { params: { caseId }, input: {} })
  return (
    <Loaded query={sessions} skeleton={<Skeleton className="h-40" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            title="No sessions yet"
            hint="Create a session to record strikes."
            action={
              mayPlan && (
                <Link to="/cases/$caseId/new-session" params={{ caseId }} className={buttonClass()}>
                  New session
                </Link>
              )
            }
          />
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
                    Board
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
