import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { type CaseDetail, readCase } from '#contract/cases/cases.ts'
import { exportTemplates } from '#contract/exports/templates.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import type { Scope } from '#web/features/exports/plan.ts'
import { useSessionExports } from '#web/features/exports/useExports.ts'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { LoadedScreen } from '#web/shell/LoadedScreen.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { ExportsFrame, ExportsSkeleton } from './ExportsFrame.tsx'
import { SessionNotFound } from './SessionNotFound.tsx'
import { useSessionKeys } from './useSessionKeys.ts'

export function SessionExports() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/exports' })
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  const caseId = session.data?.caseId
  const found = useRead(readCase, { params: { caseId: caseId ?? '' }, input: {} }, { enabled: caseId !== undefined })
  // Also while it waits: its heading is there, and a quick press must not be lost.
  useSessionKeys(sessionId)
  if (session.error instanceof ApiError && session.error.status === 404) return <SessionNotFound />
  const back = <ToReview sessionId={sessionId} />
  return (
    <LoadedScreen title="Exports" back={back} query={session} skeleton={<ExportsSkeleton />}>
      {(data) => (
        <LoadedScreen title="Exports" back={back} query={found} skeleton={<ExportsSkeleton />}>
          {(inCase) => <Found session={data} found={inCase} />}
        </LoadedScreen>
      )}
    </LoadedScreen>
  )
}

const ToReview = ({ sessionId }: { sessionId: string }) => (
  <Link to="/sessions/$sessionId/review" params={{ sessionId }} className="inline-flex items-center gap-1">
    <ArrowLeft className="size-4" />
    Review room
  </Link>
)

function Found({ session, found }: { session: Session; found: CaseDetail }) {
  const { id: sessionId, caseId } = session
  const { template } = useSearch({ from: '/_app/sessions/$sessionId/exports' })
  const first = exportTemplates.find((each) => each === template)
  const query = useSessionExports(sessionId)
  const scopes = useMemo<Scope[]>(
    () => [{ kind: 'session', id: sessionId, label: session.name }],
    [sessionId, session.name],
  )
  return (
    <ExportsFrame
      found={found}
      description={`${session.name} · ${session.caseTitle}`}
      back={<ToReview sessionId={sessionId} />}
      actions={
        <Link to="/cases/$caseId/exports" params={{ caseId }} className={buttonClass()}>
          Exports of the case
        </Link>
      }
      scopes={scopes}
      first={first}
      query={query}
      emptyHint="Choose a type and a template, and make the first. Exports of one juror or one video are with those of the case."
    />
  )
}
