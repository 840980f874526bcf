import { useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Info, type LucideIcon, Trash2, TriangleAlert } from 'lucide-react'
import {
  deleteNotification,
  type Notification,
  type NotificationType,
  readNotification,
} from '#contract/operations/notifications.ts'
import { useCommand } from '#web/platform/api.ts'
import { formatAgo } from '#web/platform/format.ts'
import { Button, cx, IconButton } from '#web/ui/kit.ts'
import { logOnly } from './useNotifications.ts'

const looks: Record<NotificationType, { icon: LucideIcon; className: string; word: string }> = {
  success: { icon: CircleCheck, className: 'text-success-fg', word: 'Success' },
  warning: { icon: TriangleAlert, className: 'text-warning-fg', word: 'Warning' },
  error: { icon: CircleAlert, className: 'text-danger-fg', word: 'Error' },
  info: { icon: Info, className: 'text-info-fg', word: 'Information' },
}

type NotificationItemProps = {
  notification: Notification
  /** The action leads to another screen: the panel must not cover it. */
  onLeave: () => void
}

export function NotificationItem({ notification, onLeave }: NotificationItemProps) {
  const { id, title, message, read, timestamp, type, actionUrl, actionLabel } = notification
  const router = useRouter()
  const markRead = useCommand(readNotification)
  const remove = useCommand(deleteNotification)
  const { icon: Icon, className, word } = looks[type]
  const target = { params: { id }, input: {} }

  function markAsRead() {
    if (!read) markRead.mutate(target, logOnly)
  }
  function act() {
    markAsRead()
    onLeave()
    if (actionUrl) router.history.push(actionUrl)
  }

  const text = (
    <>
      <Icon className={cx('mt-0.5 size-4 shrink-0', className)} aria-hidden="true" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className="sr-only">{read ? `${word}: ` : `Unread, ${word.toLowerCase()}: `}</span>
          <span className={cx('min-w-0 break-words', !read && 'font-bold')}>{title}</span>
          {!read && <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />}
        </span>
        <span className="text-sm break-words text-ink-2">{message}</span>
        <time dateTime={timestamp} className="text-xs text-ink-3">
          {formatAgo(timestamp)}
        </time>
      </span>
    </>
  )
  return (
    <div className={cx('rounded-card border border-line', read ? 'bg-surface' : 'bg-surface-2')}>
      {read ? (
        <div className="flex gap-2 p-3">{text}</div>
      ) : (
        <button
          type="button"
          onClick={markAsRead}
          className="flex w-full gap-2 rounded-card p-3 text-left hover:bg-hover"
        >
          {text}
        </button>
      )}
      <div className="flex items-center justify-between gap-2 px-2 pb-2 pl-9">
        {actionUrl ? <Button onClick={act}>{actionLabel ?? 'View'}</Button> : <span />}
        <IconButton
          label={`Delete ${title}`}
          icon={<Trash2 className="size-4" />}
          disabled={remove.isPending}
          onClick={() => remove.mutate(target, logOnly)}
        />
      </div>
    </div>
  )
}
