import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonLook = { variant?: ButtonVariant; wide?: boolean }

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:enabled:bg-accent-hover',
  secondary: 'bg-surface text-ink border-line-strong hover:enabled:bg-hover',
  quiet: 'bg-transparent text-ink border-transparent hover:enabled:bg-hover',
  danger: 'bg-danger-solid text-danger-on border-transparent hover:enabled:brightness-90',
}

export function buttonClass({ variant = 'secondary', wide = false }: ButtonLook = {}): string {
  return cx(
    'inline-flex min-h-8 items-center justify-center gap-2 rounded-control border px-3 text-sm font-bold whitespace-nowrap no-underline select-none touch:min-h-11 touch:px-4',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-busy:opacity-85',
    looks[variant],
    variant === 'primary' && '[a&]:hover:bg-accent-hover',
    (variant === 'secondary' || variant === 'quiet') && '[a&]:hover:bg-hover',
    wide && 'w-full',
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { icon?: ReactNode; busy?: boolean }

export function Button({
  variant,
  wide,
  icon,
  busy = false,
  disabled,
  className,
  children,
  type,
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(wide !== undefined && { wide }) }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(look), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
