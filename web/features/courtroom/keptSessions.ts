import { settingKeys } from '#web/platform/storage.ts'

export const queueKey = (userId: string, sessionId: string): string => `court.${userId}.${sessionId}`

export const listQueuedSessions = (userId: string): string[] =>
  settingKeys(queueKey(userId, '')).map((key) => key.slice(queueKey(userId, '').length))
