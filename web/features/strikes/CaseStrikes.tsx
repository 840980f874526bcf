import { useState } from 'react'
import type { SideNames } from '#contract/cases/sides.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { readCaseStrikes } from '#contract/strikes/board.ts'
import { strikeKinds, strikeSides, strikeStates } from '#contract/strikes/data.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ReadNotice } from '#web/ui/ReadNotice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BudgetMeters } from './BudgetMeters.tsx'
import { type CaseFilter, everyStrike, filterStrikes } from './caseFilter.ts'
import { StrikeLink } from './StrikeLink.tsx'
import { getRulingWords, kindWords, stateWords } from './strikeWords.ts'

/** Every strike of a case over all its sessions, on the budget that they share. */
export function CaseStrikes({ caseId }: { caseId: string }) {
  const found = useRead(readCaseStrikes, { params: { caseId }, input: {} })
  const days = useRead(listSessions, { params: { caseId }, input: {} })
  const sessions = days.data ?? []
  const [filter, setFilter] = useState<CaseFilter>(everyStrike)
  const names = new Map(sessions.map(({ id, name }) => [id, name]))
  return (
    <Loaded query={found} skeleton={<Skeleton className="h-40" />}>
      {({ budgets, sides, strikes }) => {
        const shown = filterStrikes(strikes, filter)
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {(budgets !== null || strikes.length > 0) && <BudgetMeters budgets={budgets} />}
            {strikes.length === 0 ? (
              <EmptyState
                title="No strikes recorded"
                hint="A strike begins on the strike log of a session, with a juror and the words that support it."
              />
            ) : (
              <>
                <Filters filter={filter} sides={sides} sessions={sessions} onChange={setFilter} />
                <ReadNotice of={days} what="Sessions" />
                <output className="block text-sm text-ink-2">
                  {shown.length === strikes.length
                    ? countWords(strikes.length)
                    : `${shown.length} of ${countWords(strikes.length)}`}
                </output>
                {shown.length === 0 ? (
                  <EmptyState
                    title="No strike matches"
                    action={<Button onClick={() => setFilter(everyStrike)}>Show all strikes</Button>}
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

const countWords = (count: number) => (count === 1 ? '1 strike' : `${formatCount(count)} strikes`)

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
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {choice(
        'state',
        'Status',
        strikeStates.map((value) => ({ value, label: stateWords[value].word })),
      )}
      {choice(
        'madeBy',
        'Side',
        strikeSides.map((value) => ({ value, label: sides[value] })),
      )}
      {choice(
        'kind',
        'Kind',
        strikeKinds.map((value) => ({ value, label: kindWords[value] })),
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
  const { word, tone } = stateWords[strike.state]
  const ruling = getRulingWords(strike)
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
