import { settingKeys } from '#web/platform/storage.ts'

/** Where this browser keeps what a person did in court in a session until the server has it. */
export const queueKey = (userId: string, sessionId: string): string => `court.${userId}.${sessionId}`

/** Sessions of which this browser still keeps something that this person did in court. */
export const keptSessions = (userId: string): string[] =>
  settingKeys(queueKey(userId, '')).map((key) => key.slice(queueKey(userId, '').length))
