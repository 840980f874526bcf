import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { type CaseDetail as Found, type OpenCase, readCase } from '#contract/cases/cases.ts'
import { ActivityPanel } from '#web/features/cases/ActivityPanel.tsx'
import { CaseHeader } from '#web/features/cases/CaseHeader.tsx'
import { FilesPanel } from '#web/features/cases/FilesPanel.tsx'
import { MembersPanel } from '#web/features/cases/MembersPanel.tsx'
import { OverviewPanel } from '#web/features/cases/OverviewPanel.tsx'
import { StatusActions } from '#web/features/cases/StatusActions.tsx'
import { WalledCase } from '#web/features/cases/WalledCase.tsx'
import { JurorsPanel } from '#web/features/jurors/JurorsPanel.tsx'
import { SessionList } from '#web/features/sessions/SessionList.tsx'
import { CaseStrikes } from '#web/features/strikes/CaseStrikes.tsx'
import { SessionLogs } from '#web/features/strikes/SessionLogs.tsx'
import { RecordingDialog } from '#web/features/uploads/RecordingDialog.tsx'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { useShortcuts } from '#web/platform/shortcuts.ts'
import { LoadedScreen } from '#web/shell/LoadedScreen.tsx'
import { Screen } from '#web/shell/Screen.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BackToCases } from './waysBack.tsx'

export function CaseDetail() {
  const { caseId } = useParams({ from: '/_app/cases/$caseId' })
  const found = useRead(readCase, { params: { caseId }, input: {} })
  // What is no longer there shows as missing, also when it was read before.
  if (found.error instanceof ApiError && found.error.status === 404) {
    return (
      <Screen title="Case Not Found" back={<BackToCases />}>
        <EmptyState title="The case you're looking for doesn't exist or you don't have access to it." />
      </Screen>
    )
  }
  return (
    <LoadedScreen title="Case" back={<BackToCases />} query={found} skeleton={<DetailSkeleton />}>
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
  // What a draft needs next is what it still lacks.
  const isDraft = found.status === 'draft' && may.editData
  const toNewSession = () => void navigate({ to: '/cases/$caseId/new-session', params: { caseId } })

  const toExports = () => void navigate({ to: '/cases/$caseId/exports', params: { caseId } })

  useShortcuts('page', [
    ...(may.manageSessions ? [{ keys: 'n', label: 'New session', run: toNewSession }] : []),
    ...(may.export ? [{ keys: 'e', label: 'Exports', run: toExports }] : []),
  ])

  const tabs = [
    {
      value: 'overview',
      label: 'Overview',
      content: <OverviewPanel found={found} onDeclare={() => setDeclaring(true)} />,
    },
    {
      value: 'sessions',
      label: 'Sessions',
      content: <SessionList caseId={caseId} mayPlan={may.manageSessions} />,
    },
    {
      value: 'jurors',
      label: 'Jurors',
      content: (
        <JurorsPanel
          caseId={caseId}
          mayEdit={may.manageJurors}
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
          <SessionLogs caseId={caseId} />
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
          {isDraft && (
            <Link to="/cases/new" search={{ caseId }} className={buttonClass({ variant: 'primary' })}>
              Go on with the draft
            </Link>
          )}
          {may.manageSessions && (
            <Link
              to="/cases/$caseId/new-session"
              params={{ caseId }}
              className={buttonClass({ variant: isDraft ? 'secondary' : 'primary' })}
            >
              New Session
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
        label="Parts of the case"
        tabs={tabs}
        value={tabs.some((each) => each.value === tab) ? tab : 'overview'}
        onValueChange={(value) => void navigate({ search: (old) => ({ ...old, tab: value }), replace: true })}
      />
      <RecordingDialog
        subject={declaring ? found : null}
        submitLabel="Declare"
        onClose={() => setDeclaring(false)}
        onDeclared={() => setDeclaring(false)}
      />
    </Screen>
  )
}
