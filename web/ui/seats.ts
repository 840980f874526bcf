import type { CSSProperties } from 'react'

/** As wide as the widest row allows in its `@container`. */
export const seatWidth = 'w-[clamp(5rem,calc((100cqi-1rem)/var(--seats)-0.5rem),7rem)]'

export const largeSeatWidth = 'w-[clamp(5.5rem,calc((100cqi-1rem)/var(--seats)-0.5rem),9rem)]'

/** Sets the CSS variable with the seat count of the widest row. */
export const layOutSeats = (rows: readonly (readonly unknown[])[]): CSSProperties =>
  ({ '--seats': Math.max(...rows.map((row) => row.length)) }) as CSSProperties
