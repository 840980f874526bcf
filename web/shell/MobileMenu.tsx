import { Link, useLocation } from '@tanstack/react-router'
import { Plus, Upload, UserRound } from 'lucide-react'
import { mayCreateCases } from '#contract/account/roles.ts'
import { useAccount } from '#web/platform/session.ts'
import { Badge, buttonClass, Drawer } from '#web/ui/kit.ts'
import { isCurrent, mobileGroups, type Priority, versionLabel } from './mobileNavigation.ts'
import { NavItem } from './NavItem.tsx'

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
