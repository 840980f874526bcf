import { useCallback, useState } from 'react'
import type { Rating } from '#contract/jurors/jurors.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { SelectionSide, SelectionState } from '#contract/strikes/selection.ts'
import { findTarget } from '#law/selection/zone.ts'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'
import { type Choice, describeChoice, type Details } from './choices.ts'
import type { CourtAct } from './courtQueue.ts'
import { describeAct, getVersionAfterQueue } from './pending.ts'
import type { Undoable } from './CourtControls.tsx'
import type { CourtQueue } from './useCourtQueue.ts'

const newEvent = () => ({ eventId: newId(), at: new Date().toISOString() })
const newJurorEvent = ({ id, number }: BoardJuror) => ({ ...newEvent(), jurorId: id, jurorNumber: number })

/** Undo is offered on the open card because the keyboard can't reach a toast behind a dialog. */
export type SavedOnCard = { jurorId: string; words: string; undo: () => void }

export function useBoardActs(court: CourtQueue, state: SelectionState | null) {
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const [saved, setSaved] = useState<SavedOnCard | null>(null)
  const forgetUndo = useCallback(() => setUndoable(null), [])

  const offerUndo = (words: string, subject: string, undo: () => CourtAct) =>
    setUndoable({ words, at: Date.now(), undo: () => court.undoAct(subject, undo) })

  function step(act: Extract<CourtAct, { kind: 'passed' | 'drawn' | 'moved_last' }>, words: string) {
    court.add(act)
    offerUndo(words, act.eventId, () => ({ ...newEvent(), kind: 'undo_step', stepId: act.eventId }))
  }

  function confirm(juror: BoardJuror, choice: Choice, details: Details) {
    const act = newJurorEvent(juror)
    if (choice.kind === 'step') {
      const words = choice.step === 'drawn' ? 'drawn' : 'moved to the end'
      step({ ...act, kind: choice.step }, `Juror ${juror.number}: ${words}`)
      return
    }
    const { courtAllowed, defendant, judgeWords, remedy, remedyRestored } = details
    if (choice.kind === 'rule') {
      const { strike, ruling } = choice
      const version = getVersionAfterQueue(strike, court.queue)
      const ruled = { strikeId: strike.id, version, ruling, judgeWords, remedy, remedyRestored }
      court.add({ ...act, kind: 'rule', ...ruled })
      toast({ title: 'Ruling recorded', description: `${strike.label}, juror ${juror.number}: ${ruling}.` })
      return
    }
    const strikeId = choice.kind === 'exercise' ? choice.strike.id : newId()
    if (choice.kind === 'exercise') {
      court.add({ ...act, kind: 'exercise', strikeId, version: choice.strike.version, move: choice.move, courtAllowed })
    } else {
      const target = state ? findTarget(state, juror.id) : 'regular'
      court.add({ ...act, ...choice, strikeId, exerciseId: newId(), target, defendant, courtAllowed })
    }
    offerUndo(`${describeChoice(choice)}: juror ${juror.number}`, strikeId, () => ({
      ...newJurorEvent(juror),
      kind: 'undo',
      strikeId,
      version: 0,
    }))
  }

  return {
    saved,
    forgetSaved: () => setSaved(null),
    undoable,
    forgetUndo,
    confirm,
    pass: (side: SelectionSide) =>
      step({ ...newEvent(), kind: 'passed', side }, side === 'us' ? 'We passed' : 'They passed'),
    note(juror: BoardJuror, noteKind: Extract<CourtAct, { kind: 'note' }>['noteKind'], text: string) {
      const act = { ...newJurorEvent(juror), kind: 'note' as const, noteKind, text }
      court.add(act)
      const undo = () => ({ ...newJurorEvent(juror), kind: 'undo_note' as const, noteId: act.eventId, noteKind })
      toast({ title: 'Note saved', description: `Juror ${juror.number}: ${text}` })
      setSaved({ jurorId: juror.id, words: `Saved: ${text}`, undo: () => court.undoAct(act.eventId, undo) })
    },
    markPresence(juror: BoardJuror, status: Extract<CourtAct, { kind: 'presence' }>['status']) {
      const act = { ...newJurorEvent(juror), kind: 'presence' as const, status }
      court.add(act)
      const opposite = status === 'no_show' ? 'reinstated' : 'no_show'
      offerUndo(`${describeAct(act)}: juror ${juror.number}`, act.eventId, () => ({
        ...newJurorEvent(juror),
        kind: 'presence',
        status: opposite,
      }))
    },
    rate(juror: BoardJuror, lean: Rating['lean'], before: Rating['lean'] | null | undefined) {
      const act = { ...newJurorEvent(juror), kind: 'rate' as const, lean }
      court.add(act)
      toast({ title: 'Rated', description: `Juror ${juror.number}` })
      if (before === undefined) return
      const undo = () => ({
        ...newJurorEvent(juror),
        kind: 'undo_rate' as const,
        rateId: act.eventId,
        lean: before,
      })
      setSaved({ jurorId: juror.id, words: 'Rating saved', undo: () => court.undoAct(act.eventId, undo) })
    },
  }
}
