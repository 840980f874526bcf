import { bottomBar } from './navigation.ts'
import { NavItem } from './NavItem.tsx'

export function BottomBar() {
  return (
    <nav
      aria-label="Quick navigation"
      className="print:hidden fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {/* The floating button has the middle to itself. */}
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
