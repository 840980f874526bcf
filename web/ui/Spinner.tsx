export function Spinner() {
  return (
    <svg viewBox="0 0 16 16" className="size-4 shrink-0 animate-spin" aria-hidden="true">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.3" />
      <path d="M14 8a6 6 0 0 0-6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

export function Loading() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> can't contain block elements
    <div role="status" className="appear-late flex min-h-40 items-center justify-center gap-2 text-ink-2">
      <Spinner />
      Loading
    </div>
  )
}
