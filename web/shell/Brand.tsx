/** The mark beside the product's name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 text-lg font-bold text-ink">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M8 9l8 15 8-15"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Venire
    </span>
  )
}
