import { Link } from '@tanstack/react-router'
import { Keyboard, Menu as MenuIcon, RefreshCw, Search, Moon, Sun } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { chooseTheme, useTheme } from '#web/platform/page/theme.ts'
import { Badge, cx, IconButton } from '#web/ui/kit.ts'

// Menus pull in the positioning library, so they are loaded after first paint.
const CreateMenu = lazyPart(
  () => import('../lateParts.ts'),
  ({ CreateMenu }) => CreateMenu,
)
const SettingsButton = lazyPart(
  () => import('../lateParts.ts'),
  ({ SettingsButton }) => SettingsButton,
)
const AccountMenu = lazyPart(
  () => import('../lateParts.ts'),
  ({ AccountMenu }) => AccountMenu,
)
const Bell = lazyPart(
  () => import('../lateParts.ts'),
  ({ Bell }) => Bell,
)

export const headerClass =
  'print:hidden fixed inset-x-0 top-0 z-40 flex h-14 items-center gap-2 border-b border-line bg-surface px-2 md:px-4'

const preloadOverlays = () => void import('../Overlays.tsx').catch(() => {})

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
    <header className={headerClass}>
      <IconButton label="Open menu" icon={<MenuIcon className="size-5" />} onClick={onMenu} className="lg:hidden" />
      <Link to="/dashboard" className="rounded-control touch:py-3" aria-label="Venire dashboard">
        <Brand />
      </Link>
      <span className="flex max-[22.5rem]:hidden">
        <Badge tone="success">Production</Badge>
      </span>
      <div className="ml-auto flex items-center gap-1" onPointerEnter={preloadOverlays} onFocus={preloadOverlays}>
        <IconButton label="Search" keys="Ctrl+K" icon={<Search className="size-4" />} onClick={onSearch} />
        <Suspense fallback={<span className="size-8 touch:size-11 max-sm:hidden" />}>
          <CreateMenu />
        </Suspense>
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
        <Suspense fallback={<span className="size-8 touch:size-11 max-md:hidden" />}>
          <SettingsButton />
        </Suspense>
        <ThemeToggle className="max-md:hidden" />
        <Suspense fallback={<span className="size-8 touch:size-11" />}>
          <AccountMenu onRefresh={onRefresh} onShortcuts={onShortcuts} />
        </Suspense>
      </div>
    </header>
  )
}

export function Brand() {
  return (
    <span className="flex items-center gap-2 text-lg font-bold text-ink">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M8 9l8 15 8-15"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Venire
    </span>
  )
}

export function ThemeToggle({ className }: { className?: string }) {
  const isDark = useTheme() === 'dark'
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={isDark ? <Sun className="size-4" /> : <Moon className="size-4" />}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
      {...(className && { className })}
    />
  )
}
