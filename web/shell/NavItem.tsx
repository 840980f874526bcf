import { Link } from '@tanstack/react-router'
import type { Destination } from './navigation.ts'

const rowClass =
  'flex min-h-8 items-center gap-3 rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-ink touch:min-h-11'

type NavItemProps = { item: Destination; className?: string; onNavigate?: (() => void) | undefined }

export function NavItem({ item, className = rowClass, onNavigate }: NavItemProps) {
  const content = (
    <>
      <item.icon className="size-4 shrink-0" aria-hidden="true" />
      <span>{item.label}</span>
    </>
  )
  if ('document' in item) {
    return (
      <a href={item.document} className={className}>
        {content}
      </a>
    )
  }
  return (
    <Link to={item.to} className={className} {...(onNavigate && { onClick: onNavigate })}>
      {content}
    </Link>
  )
}
