import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  title?: ReactNode
  level?: 2 | 3
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Card({ title, level = 2, actions, className, children }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section data-card className={cx('rounded-card border border-line bg-surface p-4', className)}>
      {(title || actions) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          {title && <Heading className="min-w-0 text-lg font-bold">{title}</Heading>}
          {actions && <div className="flex flex-wrap gap-2 touch:[&>.underline]:-my-3">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
