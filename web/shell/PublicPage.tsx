import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass, TextField } from '#web/ui/kit.ts'
import { Brand, ThemeToggle } from './navigation/Header.tsx'
import { useScreenTitle } from './Screen.tsx'

export function PublicPage({ title, summary, children }: { title: string; summary?: string; children: ReactNode }) {
  useScreenTitle(title, summary)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="print:hidden flex min-h-14 items-center justify-between gap-2 border-b border-line bg-surface px-4">
        {/* Not a client-side link, because the landing page is a separate document. */}
        <a href="/" className="rounded-control touch:py-3" aria-label="Venire homepage">
          <Brand />
        </a>
        <div className="flex items-center gap-2">
          <ThemeToggle />
          <Link to="/dashboard" className={buttonClass()}>
            Enter Platform
          </Link>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-3xl flex-1 p-4 md:p-8">
        {children}
      </main>
    </div>
  )
}

export function EntryPage({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  useScreenTitle(title)
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-md">
        <div className="mb-4 flex items-center justify-between">
          <a href="/" className="rounded-control touch:py-3" aria-label="Venire homepage">
            <Brand />
          </a>
          <ThemeToggle />
        </div>
        <div className="rounded-dialog border border-line bg-surface p-6">
          <h1 className="text-xl font-bold">{title}</h1>
          {intro && <div className="mt-1 text-ink-2">{intro}</div>}
          <div className="mt-5">{children}</div>
        </div>
        {footer && <div className="mt-4 flex flex-wrap justify-center gap-x-4 gap-y-2 text-sm">{footer}</div>}
      </div>
    </main>
  )
}

type PageSearchProps = { label: string; query: string; onQuery: (query: string) => void; found: number; of: number }

export function PageSearch({ label, query, onQuery, found, of }: PageSearchProps) {
  return (
    <search className="mt-4 block max-w-md print:hidden">
      <TextField
        type="search"
        label={label}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        autoComplete="off"
      />
      <output className="mt-1 block min-h-5 text-sm text-ink-2">
        {query.trim() === ''
          ? ''
          : found === 0
            ? 'No matches on this page. Try fewer words.'
            : `${found} of ${of} sections ${found === 1 ? 'matches' : 'match'}.`}
      </output>
    </search>
  )
}
