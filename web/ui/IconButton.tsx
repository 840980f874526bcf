import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  /** Keys shown in the tooltip beside the label. */
  keys?: string
}

export const iconButtonClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors hover:enabled:bg-hover hover:enabled:text-ink disabled:cursor-not-allowed disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:size-11'

export function IconButton({ label, icon, keys, className, type, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={keys ? `${label} (${keys})` : label}>
      <button {...rest} type={type ?? 'button'} aria-label={label} className={cx(iconButtonClass, className)}>
        {icon}
      </button>
    </Tooltip>
  )
}
