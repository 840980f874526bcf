import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Rating, rateJuror, recordJurorEvent, withdrawRating } from '#contract/jurors/jurors.ts'
import { undoLiveNote, writeLiveNote } from '#contract/jurors/live-notes.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { moveStrike, createStrike, readStrike } from '#contract/strikes/strikes.ts'
import { recordSelectionStep, undoSelectionStep } from '#contract/strikes/steps.ts'
import { invalidateNouns } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { newId } from '#web/platform/newId.ts'
import { useAccount } from '#web/platform/session.ts'
import {
  addAct,
  clearProblem,
  allowAct,
  type CourtAct,
  dropAct,
  isUntouched,
  isWaiting,
  type Queued,
  type QueueChange,
  replayQueue,
  getSubject,
  markTried,
  dropSubject,
  dropShownActs,
  type Outcome,
} from './courtQueue.ts'
import { openQueue } from './storedQueue.ts'

const retryMs = 3000

export type CourtQueue = {
  queue: readonly Queued[]
  add: (act: CourtAct) => void
  /** Drops unsent and rejected actions. Queues an undo for actions that the server may have received. */
  undoAct: (subject: string, toUndo: () => CourtAct) => void
  discard: (refused: Queued) => void
  allow: (eventId: string, reason: string) => void
  retry: (eventId: string) => void
}

export function useCourtQueue(sessionId: string, board: StrikeBoard | undefined): CourtQueue {
  const cache = useQueryClient()
  const { userId, firmId } = useAccount()
  const isOurs = board !== undefined
  const { read, store, isKey } = useMemo(
    () => openQueue({ userId, firmId }, sessionId, isOurs),
    [firmId, isOurs, sessionId, userId],
  )
  const [queue, setQueue] = useState<readonly Queued[]>(read)
  const [wasOurs, setWasOurs] = useState(isOurs)
  if (wasOurs !== isOurs) {
    setWasOurs(isOurs)
    setQueue(read())
  }
  const isSending = useRef(false)

  const change = useCallback((by: QueueChange) => setQueue(store(by)), [store])
  useEffect(() => {
    const follow = (event: StorageEvent) => isKey(event.key) && setQueue(read())
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [isKey, read])

  const flush = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      const send = (act: CourtAct) => {
        if (navigator.onLine) change(markTried(act.eventId))
        return sendAct(sessionId, act)
      }
      if ((await replayQueue(read, send, change)) > 0) await invalidateNouns(cache, ['strikes', 'jurors', 'cases'])
    } finally {
      isSending.current = false
    }
  }, [cache, change, read, sessionId])

  const received = board?.received
  const shown = dropShownActs(queue, received)
  if (shown !== queue) setQueue(shown)
  useEffect(() => void store((stored) => dropShownActs(stored, received)), [store, received])

  const hasWaiting = shown.some(isWaiting)
  useEffect(() => {
    if (!hasWaiting) return
    const tryAgain = () => void flush()
    tryAgain()
    const timer = setInterval(tryAgain, retryMs)
    window.addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', tryAgain)
    }
  }, [flush, hasWaiting])

  const add = (act: CourtAct) => {
    change(addAct(act))
    void flush()
  }
  function discard({ act, problem }: Queued) {
    const subject = getSubject(act)
    const isFirst = act.kind === 'said' || act.kind === 'passed' || act.kind === 'drawn' || act.kind === 'moved_last'
    change(isFirst ? dropSubject(subject) : dropAct(act.eventId))
    // Withdraws the leftover draft so the juror can be struck again.
    if (act.kind === 'said' && act.madeBy === 'us') {
      const { jurorId, jurorNumber, strikeId } = act
      const stamp = { eventId: newId(), at: new Date().toISOString() }
      const reason = `This strike couldn’t be saved: ${problem}`
      add({ ...stamp, jurorId, jurorNumber, strikeId, kind: 'withdraw', reason })
    }
  }

  return {
    queue: shown,
    add,
    undoAct(subject, toUndo) {
      const stored = read()
      const refused = stored.find(
        ({ act, problem }) => problem !== null && act.kind !== 'rule' && getSubject(act) === subject,
      )
      if (refused) discard(refused)
      else if (isUntouched(stored, subject)) change(dropSubject(subject))
      else add(toUndo())
    },
    discard,
    allow(eventId, reason) {
      change(allowAct(eventId, reason))
      void flush()
    },
    retry(eventId) {
      change(clearProblem(eventId))
      void flush()
    },
  }
}

const isTemporary = ({ status }: ApiError): boolean => status === 0 || status === 401 || status === 429 || status >= 500

/** Safe to retry because the server accepts each event ID only once. */
async function sendAct(sessionId: string, act: CourtAct): Promise<Outcome> {
  try {
    await send(sessionId, act)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isTemporary(error)) return { kind: 'unreachable' }
    return { kind: 'refused', sentence: error.sentence, mayAllow: 'courtAllowed' in error.fields }
  }
}

async function send(sessionId: string, act: CourtAct): Promise<void> {
  const { eventId, at } = act
  switch (act.kind) {
    case 'said': {
      const { strikeId, jurorId, madeBy, strikeKind, target, defendant, courtAllowed, exerciseId } = act
      const strike = await call(createStrike, {
        params: { sessionId },
        input: { eventId, at, id: strikeId, jurorId, madeBy, kind: strikeKind, target, defendant, courtAllowed },
      })
      if (madeBy === 'us') {
        await call(moveStrike, {
          params: { strikeId },
          input: { eventId: exerciseId, at, version: strike.version, move: 'exercise_unapproved', courtAllowed },
        })
      }
      return
    }
    case 'exercise':
      await call(moveStrike, {
        params: { strikeId: act.strikeId },
        input: { eventId, at, version: act.version, move: act.move, courtAllowed: act.courtAllowed },
      })
      return
    case 'undo': {
      const strike = await call(readStrike, { params: { strikeId: act.strikeId }, input: {} })
      await call(moveStrike, {
        params: { strikeId: act.strikeId },
        input: { eventId, at, version: strike.version, move: 'undo' },
      })
      return
    }
    case 'withdraw':
      await withdraw(act)
      return
    case 'rule': {
      const { strikeId, version, ruling, judgeWords, remedy, remedyRestored } = act
      await call(moveStrike, {
        params: { strikeId },
        input: { eventId, at, version, move: 'rule', ruling, judgeWords, remedy, remedyRestored },
      })
      return
    }
    case 'passed':
      await call(recordSelectionStep, { params: { sessionId }, input: { eventId, at, kind: 'passed', side: act.side } })
      return
    case 'drawn':
    case 'moved_last':
      await call(recordSelectionStep, {
        params: { sessionId },
        input: { eventId, at, kind: act.kind, jurorId: act.jurorId },
      })
      return
    case 'undo_step':
      await call(undoSelectionStep, { params: { stepId: act.stepId }, input: {} })
      return
    case 'presence': {
      const reason = act.status === 'reinstated' ? 'Present after all.' : ''
      // Without this key, a retry after a lost response would look like a conflict.
      const options = { idempotencyKey: eventId }
      await call(recordJurorEvent, { params: { jurorId: act.jurorId }, input: { kind: act.status, reason } }, options)
      return
    }
    default:
      await sendNote(sessionId, act)
  }
}

/** If an undo is sent twice, the second one finds nothing to undo. */
async function ignoreMissing(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}

type NoteAct = Extract<CourtAct, { kind: 'note' | 'undo_note' | 'rate' | 'undo_rate' }>

async function sendNote(sessionId: string, act: NoteAct): Promise<void> {
  const { eventId, at } = act
  switch (act.kind) {
    case 'note':
      await call(writeLiveNote, {
        params: { sessionId },
        input: { eventId, at, jurorId: act.jurorId, kind: act.noteKind, text: act.text },
      })
      return
    case 'undo_note':
      await ignoreMissing(call(undoLiveNote, { params: { liveNoteId: act.noteId }, input: {} }))
      return
    default:
      await rate(act.jurorId, act.lean)
  }
}

async function rate(jurorId: string, lean: Rating['lean'] | null): Promise<void> {
  if (lean === null) await call(withdrawRating, { params: { jurorId }, input: {} })
  else await call(rateJuror, { params: { jurorId }, input: { lean } })
}

/** Does nothing if the strike doesn't exist or is no longer a draft. */
const withdraw = (act: Extract<CourtAct, { kind: 'withdraw' }>): Promise<void> => ignoreMissing(withdrawDraft(act))

async function withdrawDraft({
  strikeId,
  eventId,
  at,
  reason,
}: Extract<CourtAct, { kind: 'withdraw' }>): Promise<void> {
  const { state, version } = await call(readStrike, { params: { strikeId }, input: {} })
  if (state !== 'draft') return
  await call(moveStrike, { params: { strikeId }, input: { eventId, at, version, move: 'withdraw', reason } })
}
