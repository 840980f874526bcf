import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { parseQueue, type Queued, type QueueChange } from './courtQueue.ts'
import { formerQueueKey, type Owner, queueKey } from './keptSessions.ts'

/** Takes over the queue of an earlier version only if this firm has the session. Otherwise, it's another firm's. */
export function openQueue(owner: Owner, sessionId: string, isOurs: boolean) {
  const key = queueKey(owner, sessionId)
  const formerKey = formerQueueKey(owner, sessionId)
  const read = (): readonly Queued[] => {
    const own = parseQueue(readSetting(key))
    if (!isOurs) return own
    const known = new Set(own.map(({ act }) => act.eventId))
    return [...parseQueue(readSetting(formerKey)).filter(({ act }) => !known.has(act.eventId)), ...own]
  }
  // Always starts from the stored queue because another tab may have added actions.
  const store = (by: QueueChange) => {
    const stored = read()
    const next = by(stored)
    const hasFormer = isOurs && readSetting(formerKey) !== null
    if (next !== stored || hasFormer) writeSetting(key, next.length === 0 ? null : JSON.stringify(next))
    if (hasFormer) writeSetting(formerKey, null)
    return next
  }
  const isKey = (name: string | null): boolean => name === key || name === formerKey
  return { read, store, isKey }
}
