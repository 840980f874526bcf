import { useRouter } from '@tanstack/react-router'
import {
  BellOff,
  CheckCheck,
  Settings,
  CircleAlert,
  CircleCheck,
  Info,
  type LucideIcon,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import {
  readAllNotifications,
  deleteNotification,
  type Notification,
  type NotificationType,
  readNotification,
} from '#contract/operations/notifications.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { nothingElse, useCommand } from '#web/platform/api.ts'
import { formatAgo } from '#web/platform/format.ts'
import { Badge, Button, Drawer, EmptyState, IconButton, Skeleton, cx } from '#web/ui/kit.ts'
import { NotificationSettingsForm } from './NotificationSettingsForm.tsx'
import { logOnly, useNotifications } from './useNotifications.ts'

type NotificationsPanelProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function NotificationsPanel({ open, onOpenChange }: NotificationsPanelProps) {
  const { query, unread } = useNotifications()
  const [hasSettings, setSettings] = useState(false)
  const readAll = useCommand(readAllNotifications)
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Notifications"
      side="right"
      badge={unread > 0 && <Badge tone="accent">{unread} new</Badge>}
    >
      <div className="mb-3 flex items-center justify-between gap-2">
        <Button
          variant="quiet"
          icon={<CheckCheck className="size-4" />}
          disabled={unread === 0}
          busy={readAll.isPending}
          onClick={() => readAll.mutate(nothingElse, logOnly)}
        >
          Mark all read
        </Button>
        <IconButton
          label="Notification settings"
          icon={<Settings className="size-4" />}
          aria-pressed={hasSettings}
          onClick={() => setSettings(!hasSettings)}
        />
      </div>
      {hasSettings && <NotificationSettingsForm />}
      <Loaded
        query={query}
        skeleton={
          <div className="grid gap-3">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        }
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState
              icon={<BellOff className="size-6" />}
              title="No notifications"
              hint="You're all caught up!"
              action={
                !hasSettings && <Button onClick={() => setSettings(true)}>Choose what you’re notified about</Button>
              }
            />
          ) : (
            <ul className="grid gap-2">
              {notifications.map((each) => (
                <li key={each.id}>
                  <NotificationItem notification={each} onLeave={() => onOpenChange(false)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Drawer>
  )
}

const looks: Record<NotificationType, { icon: LucideIcon; className: string; word: string }> = {
  success: { icon: CircleCheck, className: 'text-success-fg', word: 'Success' },
  warning: { icon: TriangleAlert, className: 'text-warning-fg', word: 'Warning' },
  error: { icon: CircleAlert, className: 'text-danger-fg', word: 'Error' },
  info: { icon: Info, className: 'text-info-fg', word: 'Info' },
}

type NotificationItemProps = {
  notification: Notification
  onLeave: () => void
}

function NotificationItem({ notification, onLeave }: NotificationItemProps) {
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
