import { Bell as BellIcon } from 'lucide-react'
import { IconButton } from '#web/ui/kit.ts'
import { useNotifications } from './useNotifications.ts'

const maxBadgeCount = 9

const formatBadge = (unread: number): string => (unread > maxBadgeCount ? `${maxBadgeCount}+` : String(unread))

export function Bell({ onOpen }: { onOpen: () => void }) {
  const { query, unread } = useNotifications()
  const isUnknown = query.data === undefined && query.error !== null
  return (
    <IconButton
      label={
        isUnknown
          ? 'Notifications unavailable'
          : unread > 0
            ? `Notifications, ${formatBadge(unread)} unread`
            : 'Notifications'
      }
      onClick={onOpen}
      icon={
        <span className="relative">
          <BellIcon className="size-4" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="tabular absolute -top-2.5 -right-2.5 min-w-4 rounded-full bg-danger-solid px-1 text-center text-xs leading-4 font-bold text-danger-on"
            >
              {formatBadge(unread)}
            </span>
          )}
        </span>
      }
    />
  )
}
