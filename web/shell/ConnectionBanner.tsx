import { connectionMessage, useConnection } from '#web/platform/connection.ts'
import { cx } from '#web/ui/cx.ts'

/**
 * After the screen, at the lower edge of the window: a line that comes and goes must move no button from under a
 * finger. Always in the page, so that a change is read out.
 */
export function ConnectionBanner() {
  const connection = useConnection()
  const message = connectionMessage(connection)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a block, not a phrase
      role="status"
      className={cx(
        'sticky bottom-(--bottom-bar) z-40 mt-auto text-center text-sm font-medium md:bottom-0 print:hidden',
        message && 'px-4 py-2',
        connection.isOnline ? 'bg-warning-solid text-warning-on' : 'bg-danger-solid text-danger-on',
      )}
    >
      {message}
    </div>
  )
}
