const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export const CloseIcon = () => (
  <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true" {...line}>
    <path d="M4 4l8 8M12 4l-8 8" />
  </svg>
)

export const ChevronIcon = () => (
  <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true" {...line}>
    <path d="M4 6l4 4 4-4" />
  </svg>
)
