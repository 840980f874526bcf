import { Link } from '@tanstack/react-router'
import { FileDown, Highlighter, Library, ListChecks, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readHighlightSummary } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { statusKinds, statusLabels } from '#web/features/sessions/index.ts'
import { useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { Button, MoreActions, Skeleton, StatusBadge } from '#web/ui/kit.ts'
import { LibraryDialog } from '#web/widgets/AddFromLibrary.tsx'
import { BackToProgress } from '#web/widgets/session.tsx'

/** `onTriage` is null if there's no video. */
type RoomScreenProps = { session: Session; onTriage: (() => void) | null; children: ReactNode }

export function RoomScreen({ session, onTriage, children }: RoomScreenProps) {
  return (
    <Screen
      title={session.name}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0">{session.caseTitle}</span>
          <StatusBadge kind={statusKinds[session.status]}>{statusLabels[session.status]}</StatusBadge>
        </span>
      }
      back={<BackToProgress sessionId={session.id} />}
      isCompact
      actions={
        <ReviewActions session={session}>
          {onTriage && <TriageButton session={session} onTriage={onTriage} />}
        </ReviewActions>
      }
    >
      {children}
    </Screen>
  )
}

function TriageButton({ session, onTriage }: { session: Session; onTriage: () => void }) {
  const summary = useRead(readHighlightSummary, { params: { sessionId: session.id }, input: { opinion: 'all' } })
  if (summary.isPending) return <Skeleton className="h-8 w-32 touch:h-11" />
  if (!summary.data?.may.review) return null
  const { suggested } = summary.data.statuses
  return (
    <Button variant="primary" icon={<ListChecks className="size-4" />} onClick={onTriage}>
      {suggested === 0 ? 'Triage' : `Triage (${suggested})`}
    </Button>
  )
}

function ReviewActions({ session, children }: { session: Session; children: ReactNode }) {
  const [isAdding, setAdding] = useState(false)
  const params = { sessionId: session.id }
  const add = { label: 'Add from library', icon: <Library className="size-4" />, onSelect: () => setAdding(true) }
  return (
    <>
      {children}
      <MoreActions
        isShort
        actions={[
          {
            label: 'Highlights',
            icon: <Highlighter className="size-4" />,
            renderLink: (look) => <Link to="/sessions/$sessionId/highlights" params={params} {...look} />,
          },
          {
            label: 'Strike log',
            icon: <Scale className="size-4" />,
            renderLink: (look) => <Link to="/sessions/$sessionId/strike-log" params={params} {...look} />,
          },
          {
            label: 'Exports',
            icon: <FileDown className="size-4" />,
            renderLink: (look) => <Link to="/sessions/$sessionId/exports" params={params} {...look} />,
          },
          ...(session.may.upload ? [add] : []),
        ]}
      />
      {session.may.upload && <LibraryDialog session={session} open={isAdding} onOpenChange={setAdding} />}
    </>
  )
}
