import type { CaseStatus } from '#contract/cases/data.ts'
import { Badge, type Tone } from '#web/ui/kit.ts'
import { caseStatusLabels } from './caseLabels.ts'

const tones: Record<CaseStatus, Tone> = {
  draft: 'neutral',
  active: 'info',
  in_selection: 'accent',
  jury_seated: 'success',
  closed: 'neutral',
  archived: 'neutral',
}

export function CaseStatusBadge({ status }: { status: CaseStatus }) {
  return <Badge tone={tones[status]}>{caseStatusLabels[status]}</Badge>
}
