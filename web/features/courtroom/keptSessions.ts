import type { Account } from '#contract/account/auth.ts'
import { settingKeys } from '#web/platform/storage.ts'

export type Owner = Pick<Account, 'userId' | 'firmId'>

/** Includes the firm, because the same person may sign in to another one, where the session doesn't exist. */
export const queueKey = ({ userId, firmId }: Owner, sessionId: string): string =>
  `court.${userId}.${firmId}.${sessionId}`

/** Earlier versions left out the firm. */
export const formerQueueKey = ({ userId }: Owner, sessionId: string): string => `court.${userId}.${sessionId}`

export function listQueuedSessions(owner: Owner): string[] {
  const list = (start: string) => settingKeys(start).map((key) => key.slice(start.length))
  const former = list(formerQueueKey(owner, '')).filter((rest) => !rest.includes('.'))
  return [...new Set([...list(queueKey(owner, '')), ...former])]
}
