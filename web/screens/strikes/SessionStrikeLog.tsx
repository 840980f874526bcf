import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, FileDown, LayoutGrid, Maximize, Plus, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readStrikeBoard, type StrikeBoard } from '#contract/strikes/board.ts'
import { useCourtQueue, WaitingActs } from '#web/features/courtroom/index.ts'
import { usePrintRecord } from '#web/features/exports/index.ts'
import { ClipPlayer } from '#web/features/highlights/index.ts'
import {
  BlockedNotice,
  BudgetMeters,
  getSelectionState,
  StrikeDialog,
  describeTurn,
  type StrikeEdit,
  useStrikeNotice,
} from '#web/features/strikes/index.ts'
import { isolate, toast, useRead } from '#web/platform/index.ts'
import { Screen, useOpenRequest } from '#web/shell/index.ts'
import { Badge, Button, buttonClass, MoreActions, Skeleton } from '#web/ui/kit.ts'
import { StrikeTabs } from './StrikeTabs.tsx'
import { SessionScreen } from '#web/widgets/session.tsx'

const pollMs = 10_000
const template = 'strike_log_record'

export function SessionStrikeLog() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/strike-log' })
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} }, { pollMs })
  return (
    <SessionScreen
      sessionId={sessionId}
      template={template}
      title="Strike Log"
      back={<ToReview sessionId={sessionId} />}
      query={board}
      skeleton={<StrikeLogSkeleton />}
    >
      {(found) => <Found key={found.session.id} board={found} />}
    </SessionScreen>
  )
}

const ToReview = ({ sessionId }: { sessionId: string }) => (
  <Link to="/sessions/$sessionId/review" params={{ sessionId }} className="inline-flex items-center gap-1 print:hidden">
    <ArrowLeft className="size-4" />
    Review room
  </Link>
)

function StrikeLogSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-22" />
        <Skeleton className="h-22" />
      </div>
      <Skeleton className="mt-2 mb-1 h-4 max-w-96" />
      <Skeleton className="h-80" />
    </div>
  )
}

function Found({ board }: { board: StrikeBoard }) {
  const sessionId = board.session.id
  const search = useSearch({ from: '/_app/sessions/$sessionId/strike-log' })
  const navigate = useNavigate({ from: '/sessions/$sessionId/strike-log' })
  const [editing, setEditing] = useState<StrikeEdit | null>(null)
  useOpenRequest(['juror', 'highlight'], search.juror, (wanted) => {
    const juror = board.jurors.find(({ id, number }) => id === wanted || number === wanted)
    if (juror && board.may.draft) setEditing({ jurorId: juror.id, highlightId: search.highlight })
  })
  const describeStrike = useStrikeNotice()
  const { tab, openedId } = useOpenedStrike(board, search.tab)
  // Also sends actions recorded offline on the board because leaving the board leads here.
  const court = useCourtQueue(sessionId, board)
  const turn = board.selection ? describeTurn(getSelectionState(board.selection)) : null
  return (
    <Screen
      title="Strike Log"
      description={`${isolate(board.session.name)} · ${isolate(board.case.title)}`}
      back={<ToReview sessionId={sessionId} />}
      actions={<LogActions board={board} onAdd={() => setEditing({ jurorId: '' })} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <BlockedNotice board={board} />
        <div className="empty:hidden print:hidden">
          <WaitingActs court={court} />
        </div>
        {(board.budgets !== null || board.readOnly === null) && (
          <div className="print:hidden">
            <BudgetMeters budgets={board.budgets} caseId={board.case.id} />
          </div>
        )}
        {turn && (
          <p className="print:hidden">
            <Badge tone="accent">{turn}</Badge>
          </p>
        )}
        <StrikeTabs
          board={board}
          tab={tab}
          openedId={openedId}
          onTab={(tab) => void navigate({ search: (before) => ({ ...before, tab }), replace: true })}
          onWrite={setEditing}
        />
      </div>
      <StrikeDialog
        key={editing === null ? 'none' : 'strike' in editing ? editing.strike.id : 'new'}
        editing={editing}
        board={board}
        renderClip={(clip) => <ClipPlayer {...clip} />}
        onClose={() => setEditing(null)}
        onSaved={(strike) => {
          setEditing(null)
          const { title, description } = describeStrike(strike)
          toast({ title, description })
        }}
      />
    </Screen>
  )
}

function LogActions({ board, onAdd }: { board: StrikeBoard; onAdd: () => void }) {
  const params = { sessionId: board.session.id }
  const record = usePrintRecord(board.session)
  return (
    <span className="contents print:hidden">
      {board.may.draft && board.readOnly === null && (
        <Button variant="primary" icon={<Plus className="size-4" />} onClick={onAdd}>
          Add strike
        </Button>
      )}
      <Link to="/sessions/$sessionId/courtroom" params={params} className={buttonClass()}>
        <Maximize className="size-4" aria-hidden="true" /> Board
      </Link>
      <MoreActions
        actions={[
          {
            label: 'Strike sheet',
            icon: <LayoutGrid className="size-4" aria-hidden="true" />,
            renderLink: (look) => <Link to="/sessions/$sessionId/strike-sheet" params={params} {...look} />,
          },
          {
            label: 'Print record',
            icon: <Printer className="size-4" aria-hidden="true" />,
            busy: record.isBusy,
            onSelect: record.print,
          },
          {
            label: 'Exports',
            icon: <FileDown className="size-4" aria-hidden="true" />,
            renderLink: (look) => (
              <Link to="/sessions/$sessionId/exports" params={params} search={{ template }} {...look} />
            ),
          },
        ]}
      />
      {record.dialog}
    </span>
  )
}

function useOpenedStrike(board: StrikeBoard, asked: string | undefined) {
  const hash = useLocation({ select: (location) => location.hash })
  const opened = board.strikes.find(({ id, sessionId }) => id === hash && sessionId === board.session.id)?.id
  const tab = asked ?? (opened === undefined ? undefined : 'list')
  useEffect(() => {
    if (opened !== undefined) document.getElementById(opened)?.scrollIntoView({ block: 'center' })
  }, [opened])
  return { tab, openedId: opened }
}
