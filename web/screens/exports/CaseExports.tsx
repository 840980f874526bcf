import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type CaseDetail, readCase } from '#contract/cases/cases.ts'
import { listJurors } from '#contract/jurors/jurors.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { listVideos } from '#contract/videos/videos.ts'
import { type Scope, useCaseExports } from '#web/features/exports/index.ts'
import { Loaded, together, useRead } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { ExportsFrame, ExportsSkeleton } from './ExportsFrame.tsx'
import { BackToCase, CaseNotFound } from '#web/widgets/case.tsx'

const mostVideos = 500

export function CaseExports() {
  const { caseId } = useParams({ from: '/_app/cases/$caseId/exports' })
  const found = useRead(readCase, { params: { caseId }, input: {} })
  return (
    <LoadedScreen
      title="Exports"
      back={<BackToCase caseId={caseId} />}
      query={found}
      skeleton={<ExportsSkeleton />}
      absent={<CaseNotFound />}
    >
      {(data) => <Found found={data} />}
    </LoadedScreen>
  )
}

function Found({ found }: { found: CaseDetail }) {
  const caseId = found.id
  const inside = { params: { caseId }, input: {} }
  const open = { enabled: !found.walled }
  const sessions = useRead(listSessions, inside, open)
  const jurors = useRead(listJurors, inside, open)
  const videos = useRead(listVideos, { params: {}, input: { caseId, limit: mostVideos } }, open)
  const query = useCaseExports(caseId)
  const lists = together(sessions, videos, jurors)
  const scopes = useMemo<Scope[]>(
    () => [
      { kind: 'case', id: caseId, label: 'Entire case' },
      ...(sessions.data ?? []).map(({ id, name }) => ({ kind: 'session' as const, id, label: `Session: ${name}` })),
      ...(videos.data ?? [])
        .filter(({ status }) => status === 'completed')
        .map(({ id, filename }) => ({ kind: 'video' as const, id, label: `Video: ${filename}` })),
      ...(jurors.data ?? []).map(({ id, jurorNumber }) => ({
        kind: 'juror' as const,
        id,
        label: `Juror ${jurorNumber}`,
      })),
    ],
    [caseId, sessions.data, videos.data, jurors.data],
  )
  // Waits for these lists so that the form doesn't change while the user fills it in.
  if (!found.walled && !lists.data)
    return (
      <Screen title="Exports" description={found.title} back={<BackToCase caseId={caseId} />}>
        <Loaded query={lists} skeleton={<ExportsSkeleton />}>
          {() => null}
        </Loaded>
      </Screen>
    )
  return (
    <ExportsFrame
      found={found}
      description={found.title}
      back={<BackToCase caseId={caseId} />}
      scopes={scopes}
      query={query}
      emptyHint="Choose a preset or your own options, then create your first export. Exports of this case and its sessions appear here."
    />
  )
}
