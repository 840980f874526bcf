import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  back?: ReactNode
  actions?: ReactNode
  mark?: ReactNode
}

export function PageHeader({ title, description, back, actions, mark }: PageHeaderProps) {
  return (
    <div className="mb-6">
      {back && (
        <div className="mb-2 touch:-mt-2 touch:mb-0 [&>a]:rounded-mark [&>a]:hover:underline touch:[&>a]:min-h-11">
          {back}
        </div>
      )}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {mark}
          <h1 className="text-xl font-bold break-words">{title}</h1>
          {description && <div className="mt-1 text-pretty text-ink-2">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 max-sm:[&>a]:px-3! max-sm:[&>button]:px-3!">{actions}</div>}
      </div>
    </div>
  )
}
