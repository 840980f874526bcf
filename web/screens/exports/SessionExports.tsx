import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type CaseDetail, readCase } from '#contract/cases/cases.ts'
import { exportTemplates } from '#contract/exports/templates.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import { type Scope, useSessionExports } from '#web/features/exports/index.ts'
import { isolate, useRead } from '#web/platform/index.ts'
import { LoadedScreen } from '#web/shell/index.ts'
import { buttonClass } from '#web/ui/kit.ts'
import { ExportsFrame, ExportsSkeleton } from './ExportsFrame.tsx'
import { BackToReview, SessionScreen } from '#web/widgets/session.tsx'

export function SessionExports() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/exports' })
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  const caseId = session.data?.caseId
  const found = useRead(readCase, { params: { caseId: caseId ?? '' }, input: {} }, { enabled: caseId !== undefined })
  const back = <BackToReview sessionId={sessionId} />
  return (
    <SessionScreen sessionId={sessionId} title="Exports" back={back} query={session} skeleton={<ExportsSkeleton />}>
      {(data) => (
        <LoadedScreen title="Exports" back={back} query={found} skeleton={<ExportsSkeleton />}>
          {(inCase) => <Found session={data} found={inCase} />}
        </LoadedScreen>
      )}
    </SessionScreen>
  )
}

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
      description={`${isolate(session.name)} · ${isolate(session.caseTitle)}`}
      back={<BackToReview sessionId={sessionId} />}
      actions={
        <Link to="/cases/$caseId/exports" params={{ caseId }} className={buttonClass()}>
          Case exports
        </Link>
      }
      scopes={scopes}
      first={first}
      query={query}
      emptyHint="Choose a preset or your own options, then create your first export. To export one juror or one video, open the case’s exports."
    />
  )
}
