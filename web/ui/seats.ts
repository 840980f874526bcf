import type { CSSProperties } from 'react'

export const seatWidth = 'w-[clamp(5rem,calc((100cqi-1rem)/var(--seats)-0.5rem),7rem)]'

export const largeSeatWidth = 'w-[clamp(5.5rem,calc((100cqi-1rem)/var(--seats)-0.5rem),9rem)]'

export const layOutSeats = (rows: readonly (readonly unknown[])[]): CSSProperties =>
  ({ '--seats': Math.max(...rows.map((row) => row.length)) }) as CSSProperties
