import type { CSSProperties } from 'react'

/** Wide enough for what a juror does, as far as the widest row leaves room in its `@container`. */
export const seatWidth = 'w-[clamp(5rem,calc((100cqi-1rem)/var(--seats)-0.5rem),7rem)]'

/** The same for a hand in court: down to a width that a thumb still hits. */
export const largeSeatWidth = 'w-[clamp(5.5rem,calc((100cqi-1rem)/var(--seats)-0.5rem),9rem)]'

/** For the element around the rows: how many seats the widest of them has. */
export const layOutSeats = (rows: readonly (readonly unknown[])[]): CSSProperties =>
  ({ '--seats': Math.max(...rows.map((row) => row.length)) }) as CSSProperties
