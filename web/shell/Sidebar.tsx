import { useId, useState } from 'react'
import { ChevronIcon, cx } from '#web/ui/kit.ts'
import { type DestinationGroup, sidebarGroups, sidebarTop } from './navigation.ts'
import { NavItem } from './NavItem.tsx'

export function Sidebar() {
  return (
    <nav
      aria-label="Main"
      className="print:hidden fixed top-14 bottom-0 left-0 hidden w-56 overflow-y-auto border-r border-line bg-surface-2 p-2 lg:block"
    >
      <ul className="grid gap-0.5">
        {sidebarTop.map((item) => (
          <li key={item.label}>
            <NavItem item={item} />
          </li>
        ))}
      </ul>
      {sidebarGroups.map((group) => (
        <SidebarGroup key={group.title} group={group} />
      ))}
    </nav>
  )
}

function SidebarGroup({ group }: { group: DestinationGroup }) {
  const [open, setOpen] = useState(true)
  const listId = useId()
  return (
    <div className="mt-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center justify-between rounded-control px-2 text-sm font-medium text-ink-3 hover:bg-hover"
      >
        {group.title}
        <span className={cx('transition-transform', !open && '-rotate-90')}>
          <ChevronIcon />
        </span>
      </button>
      <ul id={listId} hidden={!open} className="grid gap-0.5">
        {group.items.map((item) => (
          <li key={item.label}>
            <NavItem item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}
