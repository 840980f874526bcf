import {
  type MailFrequency,
  mailFrequencies,
  type NotificationCategory,
  readNotificationSettings,
  saveNotificationSettings,
} from '#contract/operations/notifications.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Checkbox, Select, Skeleton } from '#web/ui/kit.ts'
import { logOnly } from './useNotifications.ts'

const categories: readonly { category: NotificationCategory; label: string }[] = [
  { category: 'case', label: 'Cases and strikes' },
  { category: 'session', label: 'Sessions and highlights' },
  { category: 'video', label: 'Videos' },
  { category: 'export', label: 'Exports' },
  { category: 'team', label: 'Team' },
  { category: 'system', label: 'Sign-ins and system' },
]

const mailOptions: { value: MailFrequency; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'at_once', label: 'Immediately' },
  { value: 'never', label: 'Never' },
]

export function NotificationSettingsForm() {
  const settings = useRead(readNotificationSettings, nothingElse)
  const save = useCommand(saveNotificationSettings)
  return (
    <fieldset className="mb-4 grid gap-2 rounded-card border border-line p-3">
      <legend className="px-1 text-sm font-medium">Notify me about</legend>
      <Loaded query={settings} skeleton={<Skeleton className="h-16" />}>
        {({ muted, mail, morning, canMail }) => (
          <>
            {categories.map(({ category, label }) => (
              <Checkbox
                key={category}
                label={label}
                checked={!muted.includes(category)}
                disabled={save.isPending}
                onChange={(event) => {
                  const others = muted.filter((each) => each !== category)
                  save.mutate(
                    { params: {}, input: { muted: event.target.checked ? others : [...others, category] } },
                    logOnly,
                  )
                }}
              />
            ))}
            {canMail && (
              <>
                <Select
                  label="Email"
                  hint="Shows your unread count, never names."
                  options={mailOptions}
                  value={mail}
                  disabled={save.isPending}
                  onChange={(event) => {
                    const wish = mailFrequencies.find((each) => each === event.target.value)
                    if (wish) save.mutate({ params: {}, input: { muted, mail: wish } }, logOnly)
                  }}
                />
                <Checkbox
                  label="Morning summary by email: work to review, upcoming dates, and strikes left"
                  checked={morning}
                  disabled={save.isPending}
                  onChange={(event) =>
                    save.mutate({ params: {}, input: { muted, morning: event.target.checked } }, logOnly)
                  }
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </fieldset>
  )
}
