import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Maximize, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { readJuror } from '#contract/jurors/jurors.ts'
import { type BoardJuror, readStrikeBoard, type StrikeBoard } from '#contract/strikes/board.ts'
import {
  applyQueueToBudgets,
  applyQueueToHands,
  applyQueueToPresence,
  ChallengesLeft,
  JurorSheet,
  listMarks,
  PassBar,
  applyQueueToSelection,
  UndoBar,
  useBoardActs,
  useCourtQueue,
  useDoubleTapGuard,
  WaitingActs,
} from '#web/features/courtroom/index.ts'
import {
  BlockedNotice,
  BoardLine,
  getReach,
  getSelectionState,
  liveStrikes,
  NoBudget,
  PanelCount,
  ProjectedJury,
  SeatingBoard,
} from '#web/features/strikes/index.ts'
import { findTarget } from '#law/selection/zone.ts'
import { formatClock, isolate, keepForOffline, useAccount, useConnection, useRead } from '#web/platform/index.ts'
import { useOpenRequest, useScreenTitle } from '#web/shell/index.ts'
import { Badge, buttonClass, IconButton, Notice } from '#web/ui/kit.ts'
import { BareSessionScreen, SeatPanel } from '#web/widgets/session.tsx'
import { JurorBrief } from '#web/widgets/JurorBrief.tsx'

/** Polling is the fallback if the live stream is down. */
const pollMs = 2000

export function Courtroom() {
  const { sessionId } = useParams({ from: '/_bare/sessions/$sessionId/courtroom' })
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} }, { pollMs })
  useScreenTitle('Board')
  const hasBoard = board.data !== undefined
  useEffect(() => {
    if (hasBoard) keepForOffline()
  }, [hasBoard])
  return (
    <BareSessionScreen title="Board" sessionId={sessionId} query={board} className="max-w-7xl p-3">
      {(found) => <Found board={found} />}
    </BareSessionScreen>
  )
}

function Found({ board: read }: { board: StrikeBoard }) {
  const { board, court, budgets, selection, state, acts, isSpent } = useCourt(read)
  const [picked, setPicked] = useState<BoardJuror | null>(null)
  const { juror: wanted } = useSearch({ from: '/_bare/sessions/$sessionId/courtroom' })
  useOpenRequest(['juror'], wanted, (id) => setPicked(board.jurors.find((juror) => juror.id === id) ?? null))
  const myLean = useMyLean(picked?.id)
  const { markConfirmed, onClickCapture } = useDoubleTapGuard()
  const isOpen = board.readOnly === null
  const may = { ...board.may, exercise: board.may.exercise && isOpen, draft: board.may.draft && isOpen }

  return (
    <div onClickCapture={onClickCapture} className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-4 p-3 pb-28">
      <Header board={board} state={state} budgets={budgets}>
        {state && may.draft && <PassBar state={state} onPass={acts.pass} />}
      </Header>
      <BoardNotices board={board} budgets={budgets} />
      <WaitingActs court={court} />
      <SeatingBoard
        board={board}
        large
        marks={listMarks(court.queue)}
        onPick={setPicked}
        picked={picked?.id ?? null}
        seating={isOpen && board.may.seat && <SeatPanel board={board} />}
        {...(state && { inReach: getReach(state) })}
      />
      {selection && board.may.seeWorkProduct && <ProjectedJury selection={selection} jurors={board.jurors} />}
      {isOpen && <RecordingNote recordings={board.session.recordings} />}
      {picked && (
        <JurorSheet
          key={picked.id}
          juror={picked}
          strike={liveStrikes(board.strikes).get(picked.id)}
          may={may}
          state={state}
          noneLeft={{ us: isSpent('us', picked.id), them: isSpent('them', picked.id) }}
          brief={<JurorBrief sessionId={board.session.id} juror={picked} seesWork={board.may.seeWorkProduct} />}
          onClose={() => {
            setPicked(null)
            acts.forgetSaved()
          }}
          onConfirm={(choice, details) => {
            markConfirmed()
            setPicked(null)
            acts.confirm(picked, choice, details)
          }}
          onNote={(kind, text) => acts.note(picked, kind, text)}
          myLean={myLean}
          saved={acts.saved}
          onSavedGone={acts.forgetSaved}
          onRate={(lean) => acts.rate(picked, lean, myLean)}
          onPresence={(status) => {
            setPicked(null)
            acts.markPresence(picked, status)
          }}
        />
      )}
      {acts.undoable && <UndoBar key={acts.undoable.at} undoable={acts.undoable} onGone={acts.forgetUndo} />}
    </div>
  )
}

function BoardNotices({ board, budgets }: Pick<HeaderProps, 'board' | 'budgets'>) {
  const { isOnline } = useConnection()
  return (
    <>
      {budgets === null && board.readOnly === null && <NoBudget caseId={board.case.id} />}
      {!isOnline && (
        <Notice tone="warning">
          You can keep working. Strikes, rulings, and notes are saved on this device and sent in order when you’re back
          online.
        </Notice>
      )}
      <BlockedNotice board={board} />
    </>
  )
}

function useMyLean(jurorId: string | undefined) {
  const { userId } = useAccount()
  const params = { jurorId: jurorId ?? '' }
  const record = useRead(readJuror, { params, input: {} }, { enabled: jurorId !== undefined })
  return record.data && (record.data.ratingList.find((each) => each.userId === userId)?.lean ?? null)
}

function useCourt(read: StrikeBoard) {
  const court = useCourtQueue(read.session.id, read)
  const board = { ...read, jurors: applyQueueToPresence(applyQueueToHands(read.jurors, court.queue), court.queue) }
  const budgets = applyQueueToBudgets(board, court.queue)
  const selection = applyQueueToSelection(board, court.queue)
  const state = selection && getSelectionState(selection)
  const acts = useBoardActs(court, state)
  const isSpent = (side: 'us' | 'them', jurorId: string) => {
    const meter = state && findTarget(state, jurorId) === 'alternate' ? 'alternates' : 'regular'
    return budgets?.[side][meter].remaining === 0
  }
  return { board, court, budgets, selection, state, acts, isSpent }
}

type HeaderProps = { board: StrikeBoard; children: ReactNode } & Pick<ReturnType<typeof useCourt>, 'state' | 'budgets'>

function Header({ board, state, budgets, children }: HeaderProps) {
  const { isOnline, isSlowConnection } = useConnection()
  return (
    <header className="sticky top-0 z-30 -mx-3 grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line bg-bg px-3 py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h1
            className="truncate font-bold sm:text-lg"
            title={`${isolate(board.session.name)} · ${isolate(board.case.title)}`}
          >
            {`${isolate(board.session.name)} · ${isolate(board.case.title)}`}
          </h1>
          <p className="tabular flex flex-wrap gap-x-3 text-xs text-ink-2">
            <span>{`${isOnline ? 'Synced' : 'Last synced'} ${formatClock(board.serverTime)}`}</span>
            <PanelCount jurors={board.jurors} />
          </p>
        </div>
        <output className="contents">{isSlowConnection && <Badge tone="warning">Slow connection</Badge>}</output>
        <IconButton
          label="Full screen"
          icon={<Maximize className="size-5" />}
          onClick={() => void document.documentElement.requestFullscreen?.()}
        />
        <Link to="/sessions/$sessionId/strike-log" params={{ sessionId: board.session.id }} className={buttonClass()}>
          <X className="size-4" aria-hidden="true" /> Leave
        </Link>
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
        <BoardLine board={board} budgets={budgets} state={state} />
        {children}
      </div>
      {state && <ChallengesLeft state={state} />}
    </header>
  )
}

const RecordingNote = ({ recordings }: { recordings: number }) => (
  <p className="text-sm text-ink-2">
    {recordings === 0
      ? 'No recording yet. Entries are timestamped and linked to the recording once you attach one.'
      : 'Entries are timestamped and linked to this session’s recordings in the strike log.'}
  </p>
)
