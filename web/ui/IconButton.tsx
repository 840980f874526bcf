import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from './Tooltip.tsx'
import { cx } from './cx.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  word?: string
  keys?: string
}

export const iconButtonClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors hover:enabled:bg-hover hover:enabled:text-ink disabled:cursor-not-allowed disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:size-11'

const iconWordClass =
  'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-control px-2 text-sm font-bold whitespace-nowrap text-ink no-underline transition-colors select-none hover:bg-hover disabled:cursor-not-allowed disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:min-h-11 touch:min-w-11'
const wordClass = 'max-[390px]:hidden'

export function IconButton({ label, icon, word, keys, className, type, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={keys ? `${label} (${keys})` : label}>
      <button
        {...rest}
        type={type ?? 'button'}
        aria-label={label}
        className={cx(word ? iconWordClass : iconButtonClass, className)}
      >
        {icon}
        {word && <span className={wordClass}>{word}</span>}
      </button>
    </Tooltip>
  )
}

export function KeyHint({ keys }: { keys: string }) {
  return <span className="-ml-2 touch:hidden">{`\u00A0(${keys})`}</span>
}
