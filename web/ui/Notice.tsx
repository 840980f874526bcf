import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { showInDialog } from './showInDialog.ts'
import { type Tone, toneClass } from './tones.ts'

export function Notice({ tone = 'info', alert, children }: { tone?: Tone; alert?: boolean; children: ReactNode }) {
  return (
    <div
      {...(alert && { role: 'alert', ref: showInDialog })}
      className={cx('rounded-card px-4 py-3 break-words', toneClass[tone])}
    >
      {children}
    </div>
  )
}

export type Reading<T = unknown> = {
  data: T | undefined
  error: Error | null
  /** How often this read has failed. */
  errorUpdateCount?: number
  failureReason?: Error | null
  isFetching: boolean
  refetch: () => unknown
}

export function ReadNotice({ of, what }: { of: Reading; what: string }) {
  if (of.data !== undefined) return null
  if (!of.error) return <LoadingLine text={`Loading ${what[0]?.toLowerCase()}${what.slice(1)}…`} />
  return (
    <Notice tone="danger" alert>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere">{`${what} failed to load. ${of.error.message}`}</span>
        <Button busy={of.isFetching} onClick={() => void of.refetch()}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}

const lateMs = 500

/** Waits before showing the line because a brief flash would shift the page. */
function LoadingLine({ text }: { text: string }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <output className="block text-sm text-ink-3 print:hidden">{text}</output> : null
}

type ConflictProps = {
  /** `by` is the name of the person who saved in the meantime. `thing` is a noun, such as "session". */
  by: string
  thing: string
  mine: readonly string[]
  theirs: readonly string[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export function Conflict({ by, thing, mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <Notice tone="warning" alert>
      <p className="font-medium">{`${by} changed this ${thing} while you were editing.`}</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Copy title="Your version" lines={mine} />
        <Copy title="Their version" lines={theirs} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button onClick={onTakeTheirs}>Use theirs</Button>
      </div>
    </Notice>
  )
}

function Copy({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="min-w-0">
      <h3 className="text-sm font-bold">{title}</h3>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </section>
  )
}
