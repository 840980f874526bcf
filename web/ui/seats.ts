import type { CSSProperties } from 'react'

/** Shrinks to the minimum touch target so that a jury box keeps its shape on a phone. Wider boxes scroll. */
export const seatWidth = 'w-[clamp(2.75rem,calc((100cqi-1rem)/var(--seats)-0.375rem),7rem)]'

export const largeSeatWidth = 'w-[clamp(2.75rem,calc((100cqi-1rem)/var(--seats)-0.375rem),11rem)]'

export const layOutSeats = (rows: readonly (readonly unknown[])[]): CSSProperties =>
  ({ '--seats': Math.max(...rows.map((row) => row.length)) }) as CSSProperties
