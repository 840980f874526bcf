import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { type CaseDetail as Found, type OpenCase, readCase } from '#contract/cases/cases.ts'
import {
  ActivityPanel,
  CaseHeader,
  FilesPanel,
  MembersPanel,
  OverviewPanel,
  StatusActions,
  WalledCase,
} from '#web/features/cases/index.ts'
import { JurorsPanel } from '#web/features/jurors/index.ts'
import { CaseStrikes, SessionLogs } from '#web/features/strikes/index.ts'
import { CaseDrop, CaseUpload, RecordingDialog } from '#web/features/uploads/index.ts'
import { useRead, useShortcuts } from '#web/platform/index.ts'
import { LoadedScreen, Screen } from '#web/shell/index.ts'
import { buttonClass, Skeleton, Tabs } from '#web/ui/kit.ts'
import { BackToCases, CaseNotFound, CaseSessions } from '#web/widgets/case.tsx'

export function CaseDetail() {
  const { caseId } = useParams({ from: '/_app/cases/$caseId' })
  const found = useRead(readCase, { params: { caseId }, input: {} })
  return (
    <LoadedScreen
      title="Case"
      back={<BackToCases />}
      query={found}
      skeleton={<DetailSkeleton />}
      absent={<CaseNotFound />}
    >
      {(data) => <Shown key={data.id} found={data} />}
    </LoadedScreen>
  )
}

function DetailSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-64" />
    </div>
  )
}

function Shown({ found }: { found: Found }) {
  const navigate = useNavigate()
  const toList = () => void navigate({ to: '/cases' })
  if (!found.walled) return <Open found={found} onGone={toList} />
  return (
    <Screen title={found.title} back={<BackToCases />} actions={<StatusActions found={found} onGone={toList} />}>
      <WalledCase found={found} />
    </Screen>
  )
}

function Open({ found, onGone }: { found: OpenCase; onGone: () => void }) {
  const { tab = 'overview' } = useSearch({ from: '/_app/cases/$caseId' })
  const navigate = useNavigate({ from: '/cases/$caseId' })
  const [declaring, setDeclaring] = useState(false)
  const { id: caseId, may } = found
  const toNewSession = () => void navigate({ to: '/cases/$caseId/new-session', params: { caseId } })

  const toExports = () => void navigate({ to: '/cases/$caseId/exports', params: { caseId } })

  useShortcuts('page', [
    ...(may.manageSessions ? [{ keys: 'n', label: 'New session', run: toNewSession }] : []),
    ...(may.export ? [{ keys: 'e', label: 'Exports', run: toExports }] : []),
  ])

  const sessions = <CaseSessions caseId={caseId} mayPlan={may.manageSessions} />
  const tabs = [
    {
      value: 'overview',
      label: 'Overview',
      content: <OverviewPanel found={found} sessions={sessions} onDeclare={() => setDeclaring(true)} />,
    },
    {
      value: 'sessions',
      label: 'Sessions',
      content: (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {sessions}
          {may.uploadVideos && <CaseUpload caseId={caseId} isDeclared={found.recordingPermission !== null} />}
        </div>
      ),
    },
    {
      value: 'jurors',
      label: 'Jurors',
      content: (
        <JurorsPanel
          caseId={caseId}
          mayEdit={may.manageJurors}
          mayRate={may.rateJurors}
          seesWork={may.seeWorkProduct}
          isAnonymous={found.confidentiality === 'anonymous_jury'}
        />
      ),
    },
    {
      value: 'strikes',
      label: 'Strikes',
      content: (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <CaseStrikes caseId={caseId} />
          <SessionLogs caseId={caseId} mayPlan={may.manageSessions} />
        </div>
      ),
    },
    { value: 'team', label: 'Team', content: <MembersPanel caseId={caseId} mayManage={may.manageMembers} /> },
    { value: 'files', label: 'Files', content: <FilesPanel caseId={caseId} mayUpload={may.uploadVideos} /> },
    ...(may.readAudit ? [{ value: 'activity', label: 'Activity', content: <ActivityPanel caseId={caseId} /> }] : []),
  ]
  return (
    <Screen
      title={found.title}
      description={found.caseNumber}
      back={<BackToCases />}
      actions={
        <>
          {may.manageSessions && (
            <Link to="/cases/$caseId/new-session" params={{ caseId }} className={buttonClass({ variant: 'primary' })}>
              New session
            </Link>
          )}
          {may.export && (
            <Link to="/cases/$caseId/exports" params={{ caseId }} className={buttonClass()}>
              <FileDown className="size-4" aria-hidden="true" /> Exports
            </Link>
          )}
          <StatusActions found={found} onGone={onGone} />
        </>
      }
    >
      <CaseHeader found={found} />
      <Tabs
        label="Case sections"
        tabs={tabs}
        value={tab ?? 'overview'}
        onValueChange={(value) => void navigate({ search: (old) => ({ ...old, tab: value }), replace: true })}
      />
      {may.uploadVideos && (
        <CaseDrop caseId={caseId} title={found.title} isDeclared={found.recordingPermission !== null} />
      )}
      <RecordingDialog
        subject={declaring ? found : null}
        submitLabel="Declare"
        onClose={() => setDeclaring(false)}
        onDeclared={() => setDeclaring(false)}
      />
    </Screen>
  )
}
