import { Link, type LinkOptions, useLocation } from '@tanstack/react-router'
import {
  Activity,
  Briefcase,
  CheckCheck,
  Database,
  FileCode,
  Gauge,
  House,
  Library,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Server,
  Upload,
  User,
  Users,
  Video,
  Workflow,
} from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { ChevronIcon, cx } from '#web/ui/kit.ts'

type SidebarProps = { isCollapsed: boolean; onCollapse: (isCollapsed: boolean) => void }

export function Sidebar({ isCollapsed, onCollapse }: SidebarProps) {
  const label = isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'
  return (
    <nav
      aria-label="Main"
      className={cx(
        'print:hidden fixed top-14 bottom-0 left-0 hidden overflow-y-auto border-r border-line bg-surface-2 p-2 lg:block',
        isCollapsed ? 'w-13 [&_span]:sr-only' : 'w-56',
      )}
    >
      <button
        type="button"
        title={label}
        aria-expanded={!isCollapsed}
        onClick={() => onCollapse(!isCollapsed)}
        className={cx(rowClass, 'mb-1 w-full cursor-pointer')}
      >
        {isCollapsed ? (
          <PanelLeftOpen className="size-4 shrink-0" aria-hidden="true" />
        ) : (
          <PanelLeftClose className="size-4 shrink-0" aria-hidden="true" />
        )}
        <span>{label}</span>
      </button>
      <ul className="grid gap-0.5">
        {sidebarTop.map((item) => (
          <li key={item.label}>
            <NavItem item={item} />
          </li>
        ))}
      </ul>
      {sidebarGroups.map((group) => (
        <SidebarGroup key={group.title} group={group} isCollapsed={isCollapsed} />
      ))}
    </nav>
  )
}

function SidebarGroup({ group, isCollapsed }: { group: DestinationGroup; isCollapsed: boolean }) {
  const [open, setOpen] = useState(true)
  const listId = useId()
  return (
    <div className={isCollapsed ? 'mt-2 border-t border-line pt-2' : 'mt-4'}>
      <button
        type="button"
        hidden={isCollapsed}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center justify-between rounded-control px-2 text-sm [&[hidden]]:hidden font-medium text-ink-3 hover:bg-hover"
      >
        {group.title}
        <span className={cx('transition-transform', !open && '-rotate-90')}>
          <ChevronIcon />
        </span>
      </button>
      <ul id={listId} hidden={!open && !isCollapsed} className="grid gap-0.5">
        {group.items.map((item) => (
          <li key={item.label}>
            <NavItem item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function BottomBar() {
  return (
    <nav
      aria-label="Quick navigation"
      className="print:hidden fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5 [&>:nth-child(3)]:col-start-4">
        {bottomBar.map((item) => (
          <li key={item.label}>
            <NavItem
              item={item}
              className="flex min-h-14 flex-col items-center justify-center gap-1 text-xs text-ink-2 -outline-offset-2 data-[status=active]:font-medium data-[status=active]:text-accent-ink"
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const rowClass =
  'flex min-h-8 items-center gap-3 rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-ink touch:min-h-11'

type NavItemProps = {
  item: Destination
  className?: string
  onNavigate?: (() => void) | undefined
  isCurrent?: boolean
  badge?: ReactNode
}

export function NavItem({ item, className = rowClass, onNavigate, isCurrent, badge }: NavItemProps) {
  const isInside = useLocation({ select: ({ pathname }) => isActiveOn(item, pathname) }) === true
  const content = (
    <>
      <item.icon className="size-4 shrink-0" aria-hidden="true" />
      <span>{item.label}</span>
      {badge}
    </>
  )
  if ('document' in item) {
    return (
      <a href={item.document} className={className}>
        {content}
      </a>
    )
  }
  const { to, hash, search } = item
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ includeHash: hash !== undefined || to === '/dashboard', includeSearch: false }}
      {...(hash !== undefined && { hash })}
      {...(search && { search })}
      {...(isInside && isCurrent === undefined && { 'data-status': 'active' })}
      {...(isCurrent && { 'data-status': 'active', 'aria-current': 'page' as const })}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {content}
    </Link>
  )
}

export type Destination = { label: string; icon: LucideIcon; activeOn?: readonly string[] } & (
  | { to: NonNullable<LinkOptions['to']>; hash?: string; search?: Record<string, string> }
  | { document: string }
)
type DestinationGroup = { title: string; items: readonly Destination[] }

export const isActiveOn = ({ activeOn }: Destination, path: string): boolean | undefined =>
  activeOn?.some((start) => path === start || path.startsWith(`${start}/`))

/** Sessions and jurors are part of a case but have no entry of their own. */
const cases: Destination = { label: 'Cases', icon: Briefcase, to: '/cases', activeOn: ['/sessions', '/jurors'] }

export const home: Destination = { label: 'Home', icon: House, document: '/' }

const onDashboard = (label: string, icon: LucideIcon, hash: string): Destination => ({
  label,
  icon,
  to: '/dashboard',
  hash,
})

const sidebarTop: readonly Destination[] = [home, { label: 'Overview', icon: Gauge, to: '/dashboard' }]
const sidebarGroups: readonly DestinationGroup[] = [
  {
    title: 'Video',
    items: [
      { label: 'Upload', icon: Upload, to: '/video-processing' },
      { label: 'Library', icon: Library, to: '/videos' },
    ],
  },
  {
    title: 'Firm',
    items: [
      cases,
      { label: 'Approvals', icon: CheckCheck, to: '/approvals' },
      { label: 'Team', icon: Users, to: '/team' },
    ],
  },
  {
    title: 'API Management',
    items: [
      onDashboard('Endpoints', Server, 'endpoints'),
      { label: 'API reference', icon: FileCode, document: '/api/docs' },
    ],
  },
  {
    title: 'Infrastructure',
    items: [onDashboard('Database', Database, 'database'), onDashboard('Pipeline', Workflow, 'pipeline')],
  },
  { title: 'Monitoring', items: [onDashboard('Performance', Activity, 'performance')] },
]

const bottomBar: readonly Destination[] = [
  home,
  cases,
  { label: 'Video', icon: Video, to: '/video-processing' },
  { label: 'Profile', icon: User, to: '/profile' },
]
