import { Link } from '@tanstack/react-router'
import type { BudgetMeter, StrikeBudgets } from '#contract/strikes/strikes.ts'
import { cx, Notice } from '#web/ui/kit.ts'

type BudgetMetersProps = {
  budgets: StrikeBudgets | null
  caseId?: string
}

export function NoBudget({ caseId }: Pick<BudgetMetersProps, 'caseId'>) {
  return (
    <Notice tone="warning">
      No strike budget yet. The lead must set one before peremptories can be exercised.
      {caseId && (
        <>
          {' '}
          <Link to="/cases/$caseId" params={{ caseId }} className="font-medium underline print:hidden">
            Open case
          </Link>
        </>
      )}
    </Notice>
  )
}

export function BudgetMeters({ budgets, caseId }: BudgetMetersProps) {
  if (!budgets) return <NoBudget {...(caseId !== undefined && { caseId })} />
  return (
    <dl className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3">
      {(['us', 'them'] as const).map((side) => (
        <div key={side} className="rounded-card border border-line bg-surface p-3">
          <dt className="text-sm text-ink-2">{side === 'us' ? 'Our peremptories' : 'Their peremptories'}</dt>
          <dd>
            <Meter meter={budgets[side].regular} />
          </dd>
          {budgets.separate && (
            <dd className="mt-1 text-sm text-ink-2">
              Alternates: <Meter meter={budgets[side].alternates} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Meter({ meter: { used, total, remaining } }: { meter: BudgetMeter }) {
  return (
    <span className={cx('tabular font-bold', remaining === 0 && 'text-danger-fg')}>
      {`${used} of ${total}`}{' '}
      <span className="ml-1 font-normal text-ink-2">{remaining === 0 ? 'none left' : `${remaining} left`}</span>
    </span>
  )
}
