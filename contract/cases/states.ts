import { type CaseStatus, caseStatuses } from './data.ts'
import type { CaseAction } from '../account/permissions.ts'

export type CaseStep = {
  from: CaseStatus
  to: CaseStatus
  label: string
  action: CaseAction
  asks: 'nothing' | 'complete' | 'method' | 'outcome' | 'reason'
}

const forward: readonly CaseStep[] = [
  { from: 'draft', to: 'active', label: 'Activate case', action: 'moveStatus', asks: 'complete' },
  { from: 'active', to: 'in_selection', label: 'Begin selection', action: 'moveStatus', asks: 'method' },
  { from: 'in_selection', to: 'jury_seated', label: 'Jury sworn', action: 'moveStatus', asks: 'nothing' },
  ...(['active', 'in_selection', 'jury_seated'] as const).map((from): CaseStep => ({
    from,
    to: 'closed',
    label: 'Close case',
    action: 'moveStatus',
    asks: 'outcome',
  })),
]

const back = (from: CaseStatus, to: CaseStatus, label: string): CaseStep => ({
  from,
  to,
  label,
  action: 'moveStatusBack',
  asks: 'reason',
})
const backward: readonly CaseStep[] = [
  back('active', 'draft', 'Back to draft'),
  back('in_selection', 'active', 'Back to active'),
  back('jury_seated', 'in_selection', 'Reopen selection'),
  back('closed', 'jury_seated', 'Reopen with the jury seated'),
  back('closed', 'active', 'Reopen as active'),
]

const archiving: readonly CaseStep[] = caseStatuses
  .filter((from) => from !== 'archived')
  .map((from) => ({ from, to: 'archived', label: 'Archive case', action: 'archive', asks: 'nothing' }))

const steps: readonly CaseStep[] = [...forward, ...backward, ...archiving]

export const getStepsFrom = (status: CaseStatus): CaseStep[] => steps.filter((each) => each.from === status)

export const findStep = (from: CaseStatus, to: CaseStatus): CaseStep | undefined =>
  steps.find((each) => each.from === from && each.to === to)
