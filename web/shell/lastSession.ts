import { readSetting, writeSetting } from '#web/platform/storage.ts'

const key = 'session.last'

/** The session that was opened last on this device: what "Strike Log" of the menu means. */
export function rememberSession(path: string): void {
  const id = /^\/sessions\/([0-9a-f-]{36})\//.exec(path)?.[1]
  if (id) writeSetting(key, id)
}

export const lastSession = (): string | null => readSetting(key)

/** After it turned out to be gone, or another person's. */
export const forgetSession = (): void => writeSetting(key, null)
