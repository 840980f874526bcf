import { useRouter } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  CircleHelp,
  Inbox,
  Keyboard,
  LogOut,
  Moon,
  Plus,
  RefreshCw,
  Settings,
  Sun,
  User,
  Users,
} from 'lucide-react'
import { switchFirm } from '#contract/account/auth.ts'
import { mayCreateCases } from '#contract/account/roles.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { useAccount, useCompleteSignIn } from '#web/platform/session.ts'
import { chooseTheme, useTheme } from '#web/platform/page/theme.ts'
import { toast } from '#web/platform/toast.ts'
import { IconButton, Menu } from '#web/ui/kit.ts'
import { leave } from '../shellActions.ts'

export function CreateMenu() {
  const router = useRouter()
  const account = useAccount()
  const items = [
    { label: 'Upload Video', onSelect: () => void router.navigate({ to: '/video-processing' }) },
    ...(mayCreateCases(account)
      ? [{ label: 'New Case', onSelect: () => void router.navigate({ to: '/cases', search: { new: true } }) }]
      : []),
    ...(account.role === 'administrator'
      ? [{ label: 'Invite member', onSelect: () => void router.navigate({ to: '/team', search: { invite: true } }) }]
      : []),
  ]
  return (
    <Menu
      trigger={<IconButton label="Create new" icon={<Plus className="size-5" />} className="max-sm:hidden" />}
      items={items}
    />
  )
}

export function SettingsButton() {
  const router = useRouter()
  return (
    <IconButton
      label="Settings"
      icon={<Settings className="size-4" />}
      onClick={() => void router.navigate({ to: '/settings' })}
      className="max-md:hidden"
    />
  )
}

type AccountMenuProps = { onRefresh: () => void; onShortcuts: () => void }

export function AccountMenu({ onRefresh, onShortcuts }: AccountMenuProps) {
  const router = useRouter()
  const account = useAccount()
  const enter = useCompleteSignIn()
  const change = useCommand(switchFirm)
  const isDark = useTheme() === 'dark'
  const fail = (error: unknown) =>
    toast({ title: 'Couldn’t switch firms', description: describeError(error), variant: 'destructive' })
  const icon = 'size-4 text-ink-3'
  const items = [
    { label: 'Profile', icon: <User className={icon} />, onSelect: () => void router.navigate({ to: '/profile' }) },
    { label: 'Team', icon: <Users className={icon} />, onSelect: () => void router.navigate({ to: '/team' }) },
    {
      label: 'Settings',
      icon: <Settings className={icon} />,
      onSelect: () => void router.navigate({ to: '/settings' }),
    },
    {
      label: isDark ? 'Light theme' : 'Dark theme',
      icon: isDark ? <Sun className={icon} /> : <Moon className={icon} />,
      onSelect: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    { label: 'Help', icon: <CircleHelp className={icon} />, onSelect: () => void router.navigate({ to: '/help' }) },
    ...(account.isOperator
      ? [
          {
            label: 'Contact requests',
            icon: <Inbox className={icon} />,
            onSelect: () => void router.navigate({ to: '/contact-requests' }),
          },
        ]
      : []),
    { label: 'Refresh data', icon: <RefreshCw className={icon} />, onSelect: onRefresh },
    { label: 'Keyboard shortcuts', icon: <Keyboard className={icon} />, keys: '?', onSelect: onShortcuts },
    ...account.firms
      .filter(({ id }) => id !== account.firmId)
      .map(({ id, name }, index) => ({
        label: `Switch to ${name}`,
        icon: <ArrowLeftRight className={icon} />,
        separated: index === 0,
        onSelect: () => change.mutate({ params: {}, input: { firmId: id } }, { onSuccess: enter, onError: fail }),
      })),
    { label: 'Sign out', icon: <LogOut className={icon} />, separated: true, onSelect: () => void leave() },
  ]
  const trigger = (
    <button
      type="button"
      aria-label={`${account.initials}, account menu for ${account.name}`}
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-bold text-accent-ink hover:bg-hover touch:size-11"
    >
      {account.avatar ? (
        <img src={account.avatar} alt="" className="size-full rounded-full object-cover" />
      ) : (
        account.initials
      )}
    </button>
  )
  const header = (
    <>
      <p className="truncate font-medium">{account.name}</p>
      <p className="truncate text-sm text-ink-3">{account.firmName}</p>
    </>
  )
  return <Menu trigger={trigger} items={items} header={header} />
}
