import { Link, useParams } from '@tanstack/react-router'
import { Maximize, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type BoardJuror, readStrikeBoard, type StrikeBoard } from '#contract/strikes.board.ts'
import { type Choice, JurorSheet } from '#web/features/courtroom/JurorSheet.tsx'
import { budgetsWith, marksOf } from '#web/features/courtroom/pending.ts'
import { type Undoable, UndoBar } from '#web/features/courtroom/UndoBar.tsx'
import { useCourtQueue } from '#web/features/courtroom/useCourtQueue.ts'
import { WaitingActs } from '#web/features/courtroom/WaitingActs.tsx'
import { BudgetMeters } from '#web/features/strikes/BudgetMeters.tsx'
import { liveStrikes, SeatingBoard } from '#web/features/strikes/SeatingBoard.tsx'
import { reachOf, stateOf, turnWords } from '#web/features/strikes/selection.ts'
import { targetOf } from '#contract/selection/zone.ts'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { useConnection } from '#web/platform/connection.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { newId } from '#web/platform/newId.ts'
import { keepForOffline } from '#web/platform/offline.ts'
import { toast } from '#web/platform/toast.ts'
import { useScreenTitle } from '#web/shell/Screen.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SessionNotFound } from './SessionNotFound.tsx'

/** The live stream brings the other side's strikes at once; this is for when it is down. */
const pollMs = 2000

export function Courtroom() {
  const { sessionId } = useParams({ from: '/_bare/sessions/$sessionId/courtroom' })
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} }, { pollMs })
  useScreenTitle('Courtroom')
  const isThere = board.data !== undefined
  useEffect(() => {
    if (isThere) keepForOffline()
  }, [isThere])
  if (board.error instanceof ApiError && board.error.status === 404) return <SessionNotFound />
  return (
    <Loaded query={board} skeleton={<Loading />}>
      {(found) => <Found board={found} />}
    </Loaded>
  )
}

function Found({ board }: { board: StrikeBoard }) {
  const sessionId = board.session.id
  const court = useCourtQueue(sessionId)
  const { isOnline } = useConnection()
  const [picked, setPicked] = useState<BoardJuror | null>(null)
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const forgetUndo = useCallback(() => setUndoable(null), [])
  const budgets = budgetsWith(board, court.queue)
  const state = board.selection ? stateOf(board.selection) : null
  const turn = state && turnWords(state)
  const isOpen = board.readOnly === null

  function confirm(juror: BoardJuror, choice: Choice) {
    setPicked(null)
    const act = { eventId: newId(), at: new Date().toISOString(), jurorId: juror.id, jurorNumber: juror.number }
    if (choice.kind === 'rule') {
      const { strike, ruling } = choice
      court.add({ ...act, kind: 'rule', strikeId: strike.id, version: strike.version, ruling, judgeWords: '' })
      toast({ title: 'Ruling Recorded', description: `${strike.label}, juror ${juror.number}: ${ruling}.` })
      return
    }
    const strikeId = choice.kind === 'exercise' ? choice.strike.id : newId()
    if (choice.kind === 'exercise') {
      court.add({ ...act, kind: 'exercise', strikeId, version: choice.strike.version })
    } else {
      const target = state ? targetOf(state, juror.id) : 'regular'
      court.add({ ...act, ...choice, strikeId, exerciseId: newId(), target })
    }
    setUndoable({
      words: `Juror ${juror.number}: recorded`,
      at: Date.now(),
      undo: () => {
        // What never left this device is simply forgotten.
        if (court.isWaiting(strikeId))
          court.forget((each) => !('strikeId' in each.act) || each.act.strikeId !== strikeId)
        else court.add({ ...act, eventId: newId(), at: new Date().toISOString(), kind: 'undo', strikeId, version: 0 })
      },
    })
  }

  return (
    <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-4 p-3 pb-28">
      <header className="sticky top-0 z-30 -mx-3 grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line bg-bg px-3 py-2">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 truncate text-lg font-bold">{`${board.session.name} · ${board.case.title}`}</h1>
          {turn && <Badge tone="accent">{turn}</Badge>}
          <IconButton
            label="Full screen"
            icon={<Maximize className="size-5" />}
            onClick={() => void document.documentElement.requestFullscreen?.()}
          />
          <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className={buttonClass()}>
            <X className="size-4" aria-hidden="true" /> Leave
          </Link>
        </div>
        <BudgetMeters budgets={budgets} large />
      </header>
      {!isOnline && (
        <Notice tone="warning">
          The board works: strikes, rulings and notes are kept on this device with their times, and sent in order when
          the line is back.
        </Notice>
      )}
      {board.readOnly !== null && <Notice>{board.readOnly}</Notice>}
      <WaitingActs court={court} />
      <SeatingBoard
        board={board}
        large
        marks={marksOf(court.queue)}
        onPick={setPicked}
        picked={picked?.id ?? null}
        {...(state && { inReach: reachOf(state) })}
      />
      {picked && (
        <JurorSheet
          key={picked.id}
          juror={picked}
          strike={liveStrikes(board.strikes).get(picked.id)}
          may={{
            exercise: board.may.exercise && isOpen,
            draft: board.may.draft && isOpen,
            rule: board.may.rule,
            seeWorkProduct: board.may.seeWorkProduct,
          }}
          noneLeft={{ us: budgets?.us.regular.remaining === 0, them: budgets?.them.regular.remaining === 0 }}
          onClose={() => setPicked(null)}
          onConfirm={(choice) => confirm(picked, choice)}
          onNote={(noteKind, text) => {
            court.add({ ...stamp(picked), kind: 'note', noteKind, text })
            toast({ title: 'Written Down', description: `Juror ${picked.number}: ${text}` })
          }}
          onRate={(lean) => {
            court.add({ ...stamp(picked), kind: 'rate', lean })
            toast({ title: 'Rated', description: `Juror ${picked.number}` })
          }}
        />
      )}
      {undoable && <UndoBar key={undoable.at} undoable={undoable} onGone={forgetUndo} />}
    </div>
  )
}

const stamp = ({ id, number }: BoardJuror) => ({
  eventId: newId(),
  at: new Date().toISOString(),
  jurorId: id,
  jurorNumber: number,
})
