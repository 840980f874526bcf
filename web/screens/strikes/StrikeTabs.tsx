import { type ComponentProps, useState } from 'react'
import {
  BalanceTable,
  ExcusalList,
  getReach,
  getSelectionState,
  MarkDialog,
  Moves,
  ObjectionDialog,
  PreserveDialog,
  ProjectedJury,
  SeatingBoard,
  StepsCard,
  StrikeCard,
  StrikeTable,
  PickedJuror,
  WhatIf,
  type StrikeEdit,
} from '#web/features/strikes/index.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { ClipPlayer } from '#web/features/highlights/index.ts'
import { Button, EmptyState, Tabs } from '#web/ui/kit.ts'
import { JurorBrief } from '#web/widgets/JurorBrief.tsx'
import { SeatPanel } from '#web/widgets/session.tsx'

type StrikeTabsProps = {
  board: StrikeBoard
  tab: string | undefined
  openedId: string | undefined
  onTab: (tab: string) => void
  onWrite: (editing: StrikeEdit) => void
}

export function StrikeTabs({ board, tab, openedId, onTab, onWrite }: StrikeTabsProps) {
  const [objected, setObjected] = useState<Strike | null>(null)
  const [marked, setMarked] = useState<Strike | null>(null)
  const [preserved, setPreserved] = useState<Strike | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const state = board.selection ? getSelectionState(board.selection) : null
  const sessionStrikes = board.strikes.filter(({ sessionId }) => sessionId === board.session.id)
  const card = {
    board,
    mayRule: board.may.rule,
    onEdit: (of: Strike) => onWrite({ strike: of }),
    onObjection: setObjected,
    onPreserve: setPreserved,
    onMark: setMarked,
    renderClip: (clip: ComponentProps<typeof ClipPlayer>) => <ClipPlayer {...clip} />,
  }
  const list = (strikes: readonly Strike[], empty: string, hint?: string) =>
    strikes.length === 0 ? (
      <EmptyState title={empty} hint={hint} />
    ) : (
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {strikes.map((strike) => (
          <StrikeCard key={strike.id} strike={strike} {...card} />
        ))}
      </ul>
    )
  const addStrike = board.may.draft && board.readOnly === null && (
    <Button onClick={() => onWrite({ jurorId: '' })}>Add strike</Button>
  )
  const table = (label: string, strikes: readonly Strike[], empty: string, hint: string) =>
    strikes.length === 0 ? (
      <EmptyState title={empty} hint={hint} action={addStrike} />
    ) : (
      <StrikeTable label={label} strikes={strikes} openedId={openedId} {...card} />
    )
  const pickedJuror = board.jurors.find(({ id }) => id === picked)
  const waiting = sessionStrikes.filter(
    ({ state: at, approval }) => at === 'submitted' || approval?.state === 'pending',
  )
  const exercised = board.strikes.filter(({ exercisedAt }) => exercisedAt !== null)
  return (
    <div className="print:[&_[role=tablist]]:hidden">
      <Moves state={state} onEdit={(of) => onWrite({ strike: of })} onPreserve={setPreserved}>
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
                    seating={board.readOnly === null && board.may.seat && <SeatPanel board={board} />}
                    {...(state && { inReach: getReach(state) })}
                  />
                  {pickedJuror && (
                    <PickedJuror
                      key={pickedJuror.id}
                      juror={pickedJuror}
                      mayDraft={board.may.draft && board.readOnly === null}
                      onWrite={() => onWrite({ jurorId: pickedJuror.id })}
                    >
                      {list(
                        board.strikes.filter(({ jurorId }) => jurorId === pickedJuror.id),
                        'No strikes for this juror',
                      )}
                      <div className="mt-4">
                        <JurorBrief
                          sessionId={board.session.id}
                          juror={pickedJuror}
                          seesWork={board.may.seeWorkProduct}
                        />
                      </div>
                    </PickedJuror>
                  )}
                  {board.selection && <StepsCard board={board} />}
                  {board.selection && board.may.seeWorkProduct && (
                    <ProjectedJury selection={board.selection} jurors={board.jurors} />
                  )}
                  {board.selection && <WhatIf selection={board.selection} />}
                </div>
              ),
            },
            {
              value: 'list',
              label: `List (${sessionStrikes.length})`,
              content: table(
                'Strikes of this session',
                sessionStrikes,
                'No strikes recorded',
                'Add a strike with the quote that supports it.',
              ),
            },
            {
              value: 'approvals',
              label: `Approvals (${waiting.length})`,
              content: list(
                waiting,
                'No strikes awaiting approval',
                'Strikes appear here when submitted or exercised before approval.',
              ),
            },
            {
              value: 'rulings',
              label: 'Rulings',
              content: list(
                exercised.filter(
                  (each) => isRuledOn(each) && (each.ruling === 'pending' || each.ruling === 'reserved'),
                ),
                'No pending rulings',
                'Strikes appear here after they’re exercised, until the judge rules.',
              ),
            },
            {
              value: 'record',
              label: 'Record',
              content: table(
                'Strikes on the record',
                exercised,
                'No strikes on the record yet',
                'Exercised strikes from both sides appear here in order.',
              ),
            },
            { value: 'hardships', label: 'Hardships', content: <ExcusalList board={board} /> },
            { value: 'balance', label: 'Questions', content: <BalanceTable sessionId={board.session.id} /> },
          ]}
        />
      </Moves>
      <ObjectionDialog strike={objected} sides={board.case.sides} onClose={() => setObjected(null)} />
      <MarkDialog strike={marked} renderClip={(clip) => <ClipPlayer {...clip} />} onClose={() => setMarked(null)} />
      <PreserveDialog strike={preserved} board={board} onClose={() => setPreserved(null)} />
    </div>
  )
}
