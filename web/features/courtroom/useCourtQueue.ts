import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { StrikeBoard } from '#contract/strikes.board.ts'
import { invalidateNouns } from '#web/platform/api.ts'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import {
  allowedAgain,
  type CourtAct,
  isWaiting,
  parseQueue,
  type Queued,
  replayQueue,
  subjectOf,
  withoutSubject,
} from './courtQueue.ts'
import { sendAct } from './sendAct.ts'
import { unsettled } from './settled.ts'

/** While something waits, the line is tried again this often. */
const retryMs = 3000

export type CourtQueue = {
  queue: readonly Queued[]
  add: (act: CourtAct) => void
  /** Whether nothing of this strike, pass or draw has reached the server yet. */
  isWaiting: (subject: string) => boolean
  /** Takes out what was never sent, or was refused, with all that followed from it. */
  forget: (subject: string) => void
  /** Takes out one act alone. */
  drop: (eventId: string) => void
  /** Sends a refused strike again as one that the court allowed, with the reason. */
  allow: (eventId: string, reason: string) => void
  /** Tries what was refused again, as it was. */
  retry: (eventId: string) => void
}

/**
 * Acts of this person in this session: kept in this browser, sent in order, one sender at a time, and shown until the
 * board tells of them. `received`: what the board on the screen has heard of.
 */
export function useCourtQueue(sessionId: string, received: StrikeBoard['received'] | undefined): CourtQueue {
  const cache = useQueryClient()
  const { userId } = useAccount()
  const key = `court.${userId}.${sessionId}`
  const [queue, setQueue] = useState<readonly Queued[]>(() => parseQueue(readSetting(key)))
  const latest = useRef(queue)
  const isSending = useRef(false)

  const keep = useCallback(
    (next: readonly Queued[]) => {
      latest.current = next
      writeSetting(key, next.length === 0 ? null : JSON.stringify(next))
      setQueue(next)
    },
    [key],
  )
  const flush = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      const before = latest.current
      const known = new Set(before.map(({ act }) => act.eventId))
      // What is added while this runs comes after it.
      const merge = (left: readonly Queued[]) => [
        ...left,
        ...latest.current.filter(({ act }) => !known.has(act.eventId)),
      ]
      const left = await replayQueue(
        before,
        (act) => sendAct(sessionId, act),
        (part) => keep(merge(part)),
      )
      const sent = left.filter(({ isSent }) => isSent).length - before.filter(({ isSent }) => isSent).length
      if (sent > 0 || left.length !== before.length) await invalidateNouns(cache, ['strikes', 'jurors', 'cases'])
    } finally {
      isSending.current = false
    }
  }, [cache, keep, sessionId])

  const shown = useMemo(() => unsettled(queue, received), [queue, received])
  useEffect(() => {
    if (shown !== queue) keep(unsettled(latest.current, received))
  }, [keep, queue, received, shown])

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

  return {
    queue: shown,
    add(act) {
      keep([...latest.current, { act, problem: null, mayAllow: false, isSent: false }])
      void flush()
    },
    isWaiting: (subject) => latest.current.some(({ act, isSent }) => !isSent && subjectOf(act) === subject),
    forget: (subject) => keep(withoutSubject(latest.current, subject)),
    drop: (eventId) => keep(latest.current.filter(({ act }) => act.eventId !== eventId)),
    allow(eventId, reason) {
      keep(allowedAgain(latest.current, eventId, reason))
      void flush()
    },
    retry(eventId) {
      keep(latest.current.map((each) => (each.act.eventId === eventId ? { ...each, problem: null } : each)))
      void flush()
    },
  }
}
