import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const compactClass = 'max-sm:mb-3 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-2'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  back?: ReactNode
  actions?: ReactNode
  mark?: ReactNode
  /** On phones, puts the title beside the actions and the mark beside the back link. */
  isCompact?: boolean
}

export function PageHeader({ title, description, back, actions, mark, isCompact = false }: PageHeaderProps) {
  return (
    <div className={cx('mb-6', isCompact && compactClass)}>
      {back && (
        <div
          className={cx(
            'mb-2 touch:-mt-2 touch:mb-0 [&>a]:rounded-mark [&>a]:hover:underline touch:[&>a]:min-h-11',
            isCompact && 'max-sm:col-start-1 max-sm:row-start-1',
          )}
        >
          {back}
        </div>
      )}
      <div className={cx('flex flex-wrap items-start justify-between gap-3', isCompact && 'max-sm:contents')}>
        <div className={cx('min-w-0', isCompact && 'max-sm:contents sm:flex-1 sm:basis-80')}>
          <div className={isCompact ? 'max-sm:col-[1/-1] max-sm:row-start-1 max-sm:justify-self-end' : undefined}>
            {mark}
          </div>
          <h1 className={cx('text-xl font-bold break-words', isCompact && 'max-sm:col-start-1 max-sm:row-start-2')}>
            {title}
          </h1>
          {description && (
            <div className={cx('mt-1 text-pretty text-ink-2', isCompact && 'max-sm:col-[1/-1] max-sm:row-start-3')}>
              {description}
            </div>
          )}
        </div>
        {actions && (
          <div
            className={cx(
              'flex flex-wrap gap-2 max-sm:[&>a]:px-3! max-sm:[&>button]:px-3!',
              isCompact && 'max-sm:col-start-2 max-sm:row-start-2',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </div>
  )
}
