import { BellOff, CheckCheck, Settings } from 'lucide-react'
import { useState } from 'react'
import { readAllNotifications } from '#contract/operations/notifications.ts'
import { nothingElse, useCommand } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Button, Drawer, EmptyState, IconButton, Skeleton } from '#web/ui/kit.ts'
import { NotificationItem } from './NotificationItem.tsx'
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
            <EmptyState icon={<BellOff className="size-6" />} title="No notifications" hint="You're all caught up!" />
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
