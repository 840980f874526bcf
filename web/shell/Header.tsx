import { Link, useRouter } from '@tanstack/react-router'
import { Keyboard, LogOut, Menu as MenuIcon, Moon, Plus, RefreshCw, Search, Sun, User, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { mayCreateCases } from '#contract/roles.ts'
import { useAccount } from '#web/platform/session.ts'
import { chooseTheme, useTheme } from '#web/platform/theme.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Brand } from './Brand.tsx'
import { leave } from './shellActions.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

// Nothing to say before the first paint.
const Bell = lazy(async () => ({ default: (await import('#web/features/notifications/Bell.tsx')).Bell }))

type HeaderProps = {
  onMenu: () => void
  onSearch: () => void
  onRefresh: () => void
  isRefreshing: boolean
  onShortcuts: () => void
  onNotifications: () => void
}

export function Header({ onMenu, onSearch, onRefresh, isRefreshing, onShortcuts, onNotifications }: HeaderProps) {
  return (
    <header className="fixed inset-x-0 top-0 z-40 flex h-14 items-center gap-2 border-b border-line bg-surface px-2 md:px-4">
      <IconButton label="Open the menu" icon={<MenuIcon className="size-5" />} onClick={onMenu} className="lg:hidden" />
      <Link to="/dashboard" className="rounded-control touch:py-3" aria-label="Venire, dashboard">
        <Brand />
      </Link>
      {/* The narrowest screens have room for what is pressed, not for this. */}
      <span className="flex max-[22.5rem]:hidden">
        <Badge tone="success">Production</Badge>
      </span>
      <div className="ml-auto flex items-center gap-1">
        <IconButton label="Search" keys="Ctrl+K" icon={<Search className="size-4" />} onClick={onSearch} />
        <CreateMenu />
        <IconButton
          label="Refresh data"
          keys="Ctrl+R"
          icon={<RefreshCw className={cx('size-4', isRefreshing && 'animate-spin')} />}
          onClick={onRefresh}
          disabled={isRefreshing}
          className="max-sm:hidden"
        />
        <IconButton
          label="Show keyboard shortcuts"
          keys="?"
          icon={<Keyboard className="size-4" />}
          onClick={onShortcuts}
          className="max-md:hidden"
        />
        <Suspense fallback={<span className="size-8 touch:size-11" />}>
          <Bell onOpen={onNotifications} />
        </Suspense>
        <ThemeToggle className="max-md:hidden" />
        <AccountMenu onRefresh={onRefresh} onShortcuts={onShortcuts} />
      </div>
    </header>
  )
}

function CreateMenu() {
  const router = useRouter()
  const account = useAccount()
  const items = [
    { label: 'Upload Video', onSelect: () => void router.navigate({ to: '/video-processing' }) },
    ...(mayCreateCases(account)
      ? [{ label: 'New Case', onSelect: () => void router.navigate({ to: '/cases', search: { new: true } }) }]
      : []),
    ...(account.role === 'administrator'
      ? [{ label: 'Invite Member', onSelect: () => void router.navigate({ to: '/team', search: { invite: true } }) }]
      : []),
  ]
  return (
    <Menu
      trigger={<IconButton label="Create new" icon={<Plus className="size-5" />} className="max-sm:hidden" />}
      items={items}
    />
  )
}

type AccountMenuProps = Pick<HeaderProps, 'onRefresh' | 'onShortcuts'>

/** Holds, too, what has no room in the header of a phone. */
function AccountMenu({ onRefresh, onShortcuts }: AccountMenuProps) {
  const router = useRouter()
  const account = useAccount()
  const isDark = useTheme() === 'dark'
  const icon = 'size-4 text-ink-3'
  const items = [
    { label: 'Profile', icon: <User className={icon} />, onSelect: () => void router.navigate({ to: '/profile' }) },
    { label: 'Team', icon: <Users className={icon} />, onSelect: () => void router.navigate({ to: '/team' }) },
    {
      label: isDark ? 'Light Theme' : 'Dark Theme',
      icon: isDark ? <Sun className={icon} /> : <Moon className={icon} />,
      onSelect: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    { label: 'Refresh Data', icon: <RefreshCw className={icon} />, onSelect: onRefresh },
    { label: 'Keyboard Shortcuts', icon: <Keyboard className={icon} />, keys: '?', onSelect: onShortcuts },
    { label: 'Sign Out', icon: <LogOut className={icon} />, separated: true, onSelect: () => void leave() },
  ]
  const trigger = (
    <button
      type="button"
      aria-label={`${account.initials}, account menu of ${account.name}`}
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-bold text-accent-ink hover:bg-hover touch:size-11"
    >
      {account.initials}
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
