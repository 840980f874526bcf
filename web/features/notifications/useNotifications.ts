import { listNotifications } from '#contract/operations/notifications.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'

const pollMs = 30_000

export function useNotifications() {
  const query = useRead(listNotifications, nothingElse, { pollMs })
  return { query, unread: query.data?.filter((each) => !each.read).length ?? 0 }
}

export const logOnly = {
  onError: (error: Error) => console.warn('A notification call failed.', error.message),
}
