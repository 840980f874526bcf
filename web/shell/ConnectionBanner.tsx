import { connectionMessage, useConnection } from '#web/platform/connection.ts'
import { cx } from '#web/ui/cx.ts'

/** Under the header; always in the page, so that a change is read out. */
export function ConnectionBanner() {
  const connection = useConnection()
  const message = connectionMessage(connection)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a block, not a phrase
      role="status"
      className={cx(
        'sticky top-14 z-40 text-center text-sm font-medium',
        message && 'px-4 py-2',
        connection.isOnline ? 'bg-warning-solid text-warning-on' : 'bg-danger-solid text-danger-on',
      )}
    >
      {message}
    </div>
  )
}
