import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { invalidateNouns } from '#web/platform/api.ts'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { type CourtAct, parseQueue, type Queued, replayQueue } from './courtQueue.ts'
import { sendAct } from './sendAct.ts'

/** While something waits, the line is tried again this often. */
const retryMs = 3000

export type CourtQueue = {
  queue: readonly Queued[]
  add: (act: CourtAct) => void
  /** Whether nothing of this strike has reached the server yet. */
  isWaiting: (strikeId: string) => boolean
  /** Takes acts out that were not sent, or that were refused. */
  forget: (keep: (each: Queued) => boolean) => void
  /** Tries what was refused again, as it was. */
  retry: (eventId: string) => void
}

/** Acts of this person in this session: kept in this browser, sent in order, one sender at a time. */
export function useCourtQueue(sessionId: string): CourtQueue {
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
      if (left.length !== before.length) await invalidateNouns(cache, ['strikes', 'jurors', 'cases'])
    } finally {
      isSending.current = false
    }
  }, [cache, keep, sessionId])

  const hasWaiting = queue.some(({ problem }) => problem === null)
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
    queue,
    add(act) {
      keep([...latest.current, { act, problem: null }])
      void flush()
    },
    isWaiting: (strikeId) => latest.current.some(({ act }) => 'strikeId' in act && act.strikeId === strikeId),
    forget: (keeps) => keep(latest.current.filter(keeps)),
    retry(eventId) {
      keep(latest.current.map((each) => (each.act.eventId === eventId ? { ...each, problem: null } : each)))
      void flush()
    },
  }
}
