import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Destination } from './navigation.ts'

const rowClass =
  'flex min-h-8 items-center gap-3 rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-ink touch:min-h-11'

type NavItemProps = {
  item: Destination
  className?: string
  onNavigate?: (() => void) | undefined
  /** Where the path alone does not say which item is the current one. */
  isCurrent?: boolean
  badge?: ReactNode
}

export function NavItem({ item, className = rowClass, onNavigate, isCurrent, badge }: NavItemProps) {
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
      // A place on a screen is current only while its name stands in the address.
      activeOptions={{ includeHash: hash !== undefined || to === '/dashboard', includeSearch: false }}
      {...(hash !== undefined && { hash })}
      {...(search && { search })}
      {...(isCurrent && { 'data-status': 'active', 'aria-current': 'page' as const })}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {content}
    </Link>
  )
}
