import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from './Tooltip.tsx'
import { cx } from './cx.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  /** A word of the label that stands beside the icon, where there is room for it: an icon alone is a riddle. */
  word?: string
  keys?: string
}

export const iconButtonClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors hover:enabled:bg-hover hover:enabled:text-ink disabled:cursor-not-allowed disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:size-11'

/** The look of an icon with its word for something else, such as a link; the word hides where a phone is very narrow. */
export const iconWordClass =
  'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-control px-2 text-sm font-bold whitespace-nowrap text-ink no-underline transition-colors select-none hover:bg-hover disabled:cursor-not-allowed disabled:opacity-60 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:min-h-11 touch:min-w-11'
export const wordClass = 'max-[390px]:hidden'

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

/** The key of a button, in its words: " (W)". Where fingers press, there are no keys, and the row needs the room. */
export function KeyHint({ keys }: { keys: string }) {
  return <span className="-ml-2 touch:hidden">{`\u00A0(${keys})`}</span>
}
