import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { SessionList } from '#web/features/sessions/index.ts'
import { Screen } from '#web/shell/index.ts'
import { EmptyState } from '#web/ui/kit.ts'
import { SessionLinks } from './session.tsx'

const linkClass = 'inline-flex items-center gap-1'
const arrow = <ArrowLeft className="size-4" />

export const BackToCases = () => (
  <Link to="/cases" className={linkClass}>
    {arrow}
    Back to cases
  </Link>
)

export const BackToCase = ({ caseId }: { caseId: string }) => (
  <Link to="/cases/$caseId" params={{ caseId }} className={linkClass}>
    {arrow}
    Back to case
  </Link>
)

export const CaseNotFound = () => (
  <Screen title="Case not found" back={<BackToCases />}>
    <EmptyState title="The case you’re looking for doesn’t exist or you don’t have access to it." />
  </Screen>
)

export const CaseSessions = (props: { caseId: string; mayPlan: boolean }) => (
  <SessionList {...props} Links={SessionLinks} />
)
