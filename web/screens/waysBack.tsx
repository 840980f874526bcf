import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** Ways back that several screens have, also while they wait or have failed. */
const linkClass = 'inline-flex items-center gap-1'
const arrow = <ArrowLeft className="size-4" />

export const BackToCases = () => (
  <Link to="/cases" className={linkClass}>
    {arrow}
    Back to Cases
  </Link>
)

export const BackToCase = ({ caseId }: { caseId: string }) => (
  <Link to="/cases/$caseId" params={{ caseId }} className={linkClass}>
    {arrow}
    Back to the case
  </Link>
)

export const BackToProgress = ({ sessionId }: { sessionId: string }) => (
  <Link to="/sessions/$sessionId/progress" params={{ sessionId }} className={linkClass}>
    {arrow}
    Progress
  </Link>
)
