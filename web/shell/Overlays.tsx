/** Loaded when the first of these opens. */
import { Link, useLocation } from '@tanstack/react-router'
import { Plus, Upload, UserRound } from 'lucide-react'
import { mayCreateCases } from '#contract/account/roles.ts'
import { NotificationsPanel } from '#web/features/notifications/index.ts'
import { SearchOverlay } from '#web/features/search/SearchOverlay.tsx'
import { keyNames, useActiveShortcuts, useSingleKeysAllowed } from '#web/platform/page/shortcuts.ts'
import { useAccount } from '#web/platform/session.ts'
import { Badge, buttonClass, Drawer, Dialog, linkClass } from '#web/ui/kit.ts'
import { NavItem } from './navigation/Navigation.tsx'
import { PrivilegeNotice } from './PrivilegeMark.tsx'
import { isCurrent, mobileGroups, type Priority, versionLabel } from './navigation/mobileNavigation.ts'

export { SearchOverlay }

type OverlaysProps = {
  isMenuOpen: boolean
  onMenuChange: (open: boolean) => void
  isHelpOpen: boolean
  onHelpChange: (open: boolean) => void
  isSearchOpen: boolean
  onSearchChange: (open: boolean) => void
  isPanelOpen: boolean
  onPanelChange: (open: boolean) => void
}

export function Overlays({
  isMenuOpen,
  onMenuChange,
  isHelpOpen,
  onHelpChange,
  isSearchOpen,
  onSearchChange,
  isPanelOpen,
  onPanelChange,
}: OverlaysProps) {
  return (
    <>
      <MobileMenu open={isMenuOpen} onOpenChange={onMenuChange} />
      <ShortcutsHelp open={isHelpOpen} onOpenChange={onHelpChange} />
      <SearchOverlay open={isSearchOpen} onOpenChange={onSearchChange} mark={<PrivilegeNotice />} />
      <NotificationsPanel open={isPanelOpen} onOpenChange={onPanelChange} />
    </>
  )
}

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function MobileMenu({ open, onOpenChange }: MobileMenuProps) {
  const account = useAccount()
  const pathname = useLocation({ select: (location) => location.pathname })
  const close = () => onOpenChange(false)
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Menu" footer={versionLabel}>
      <div className="grid grid-cols-2 gap-2">
        {mayCreateCases(account) && (
          <Link to="/cases" search={{ new: true }} onClick={close} className={buttonClass()}>
            <Plus className="size-4" aria-hidden="true" /> New Case
          </Link>
        )}
        <Link to="/video-processing" onClick={close} className={buttonClass({ variant: 'primary' })}>
          <Upload className="size-4" aria-hidden="true" /> Upload Video
        </Link>
      </div>
      <Link
        to="/profile"
        onClick={close}
        className="mt-4 flex min-h-14 items-center gap-3 rounded-card border border-line px-3 hover:bg-hover"
      >
        <UserRound className="size-5 text-ink-3" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-medium">Professional Profile</span>
          <span className="block truncate text-sm text-ink-3">{account.name}</span>
        </span>
      </Link>
      <nav aria-label="Mobile">
        {mobileGroups.map((group) => (
          <section key={group.title} className="mt-5">
            <h3 className="mb-1 px-2 text-sm font-medium text-ink-3">{group.title}</h3>
            <ul className="grid gap-0.5">
              {group.items.map((item) => (
                <li key={item.label}>
                  <NavItem
                    item={item}
                    onNavigate={close}
                    isCurrent={isCurrent(item, pathname)}
                    badge={item.priority && <PriorityBadge priority={item.priority} />}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Drawer>
  )
}

const priorityWords: Record<Priority, string> = { high: 'Often used', medium: 'In court' }

function PriorityBadge({ priority }: { priority: Priority }) {
  return (
    <span className="ml-auto flex">
      <Badge tone={priority === 'high' ? 'accent' : 'neutral'}>{priorityWords[priority]}</Badge>
    </span>
  )
}

type ShortcutsHelpProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function ShortcutsHelp({ open, onOpenChange }: ShortcutsHelpProps) {
  const shortcuts = useActiveShortcuts()
  const singleKeys = useSingleKeysAllowed()
  const rows = [
    ...shortcuts.map(({ keys, label }) => ({ keys, label })),
    { keys: 'Escape', label: 'Close the topmost dialog, menu, or overlay' },
    { keys: 'F8', label: 'Go to notifications' },
  ]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="Shortcuts for this page. They’re off while you type."
    >
      <dl className="grid gap-1">
        {rows.map((row) => (
          <div
            key={row.keys}
            className="flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-0"
          >
            <dt>{row.label}</dt>
            <dd className="flex gap-1">
              {keyNames(row.keys).map((name) => (
                <kbd key={name} className="rounded-mark border border-line-strong bg-surface-2 px-1.5 py-0.5 text-xs">
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-3">
        {singleKeys ? 'Turn off single-key shortcuts in ' : 'Single-key shortcuts are off. Turn them on in '}
        <Link to="/profile" onClick={() => onOpenChange(false)} className={linkClass}>
          your profile
        </Link>
        .
      </p>
    </Dialog>
  )
}
