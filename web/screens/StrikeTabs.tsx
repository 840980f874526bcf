import { useState } from 'react'
import { StrikePicked } from '#web/features/strikes/StrikePicked.tsx'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { ClipPlayer } from '#web/features/highlights/ClipPlayer.tsx'
import { BalanceTable } from '#web/features/strikes/BalanceTable.tsx'
import { ExcusalList } from '#web/features/strikes/ExcusalList.tsx'
import { MarkDialog } from '#web/features/strikes/MarkDialog.tsx'
import { type Asked, MoveDialog } from '#web/features/strikes/MoveDialog.tsx'
import { ObjectionDialog } from '#web/features/strikes/ObjectionDialog.tsx'
import { PreserveDialog } from '#web/features/strikes/PreserveDialog.tsx'
import { SeatingBoard } from '#web/features/strikes/SeatingBoard.tsx'
import { reachOf, stateOf } from '#web/features/strikes/selection.ts'
import { StepsCard } from '#web/features/strikes/StepsCard.tsx'
import { StrikeCard } from '#web/features/strikes/StrikeCard.tsx'
import type { Writing } from '#web/features/strikes/StrikeDialog.tsx'
import { WhatIf } from '#web/features/strikes/WhatIf.tsx'
import { toast } from '#web/platform/toast.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUndo } from './useUndo.ts'

type StrikeTabsProps = {
  board: StrikeBoard
  tab: string | undefined
  onTab: (tab: string) => void
  onWrite: (writing: Writing) => void
}

export function StrikeTabs({ board, tab, onTab, onWrite }: StrikeTabsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [objected, setObjected] = useState<Strike | null>(null)
  const [marked, setMarked] = useState<Strike | null>(null)
  const [preserved, setPreserved] = useState<Strike | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const undo = useUndo()
  const state = board.selection ? stateOf(board.selection) : null
  const here = board.strikes.filter(({ sessionId }) => sessionId === board.session.id)
  const list = (strikes: readonly Strike[], empty: string, hint?: string) =>
    strikes.length === 0 ? (
      <EmptyState title={empty} hint={hint} />
    ) : (
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {strikes.map((strike) => (
          <StrikeCard
            key={strike.id}
            strike={strike}
            board={board}
            mayRule={board.may.rule}
            onMove={(of, move) => setAsked({ strike: of, move })}
            onEdit={(of) => onWrite({ strike: of })}
            onObjection={setObjected}
            onPreserve={setPreserved}
            onMark={setMarked}
            renderClip={(clip) => <ClipPlayer {...clip} />}
          />
        ))}
      </ul>
    )
  const pickedJuror = board.jurors.find(({ id }) => id === picked)
  const waiting = here.filter(({ state: at, approval }) => at === 'submitted' || approval?.state === 'pending')
  const said = board.strikes.filter(({ exercisedAt }) => exercisedAt !== null)
  return (
    <div className="print:[&_[role=tablist]]:hidden">
      <Tabs
        label="Strike log"
        value={tab ?? 'seating'}
        onValueChange={onTab}
        tabs={[
          {
            value: 'seating',
            label: 'Seating',
            content: (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <SeatingBoard
                  board={board}
                  picked={picked}
                  onPick={({ id }) => setPicked(id === picked ? null : id)}
                  {...(state && { inReach: reachOf(state) })}
                />
                {pickedJuror && (
                  <StrikePicked
                    key={pickedJuror.id}
                    juror={pickedJuror}
                    mayDraft={board.may.draft && board.readOnly === null}
                    onWrite={() => onWrite({ jurorId: pickedJuror.id })}
                  >
                    {list(
                      board.strikes.filter(({ jurorId }) => jurorId === pickedJuror.id),
                      'No strike of this juror',
                    )}
                  </StrikePicked>
                )}
                {board.selection && <StepsCard board={board} />}
                {board.selection && <WhatIf selection={board.selection} />}
              </div>
            ),
          },
          {
            value: 'list',
            label: `List (${here.length})`,
            content: list(here, 'No strikes recorded', 'A strike begins with a juror and the words that support it.'),
          },
          {
            value: 'approvals',
            label: `Approvals (${waiting.length})`,
            content: list(
              waiting,
              'Nothing waits for approval',
              'A strike appears here when it is submitted, or exercised before its approval.',
            ),
          },
          {
            value: 'rulings',
            label: 'Rulings',
            content: list(
              said.filter((each) => isRuledOn(each) && (each.ruling === 'pending' || each.ruling === 'reserved')),
              'No ruling is open',
              'A strike appears here from when it is said in court until the judge has ruled.',
            ),
          },
          {
            value: 'record',
            label: 'Record',
            content: list(
              said,
              'Nothing was said in court yet',
              'Strikes of both sides, in their order, once they are exercised.',
            ),
          },
          { value: 'hardships', label: 'Hardships', content: <ExcusalList board={board} /> },
          { value: 'balance', label: 'Questions', content: <BalanceTable sessionId={board.session.id} /> },
        ]}
      />
      <MoveDialog
        asked={asked}
        state={state}
        onClose={() => setAsked(null)}
        onEdit={(of) => {
          setAsked(null)
          onWrite({ strike: of })
        }}
        onDone={(strike, move) => {
          setAsked(null)
          if (strike.moves.includes('undo')) undo(strike)
          else toast({ title: 'Strike Updated', description: `${strike.label}, juror ${strike.jurorNumber}.` })
          if (move === 'rule' && strike.preservation) setPreserved(strike)
        }}
      />
      <ObjectionDialog strike={objected} sides={board.case.sides} onClose={() => setObjected(null)} />
      <MarkDialog strike={marked} renderClip={(clip) => <ClipPlayer {...clip} />} onClose={() => setMarked(null)} />
      <PreserveDialog strike={preserved} board={board} onClose={() => setPreserved(null)} />
    </div>
  )
}
