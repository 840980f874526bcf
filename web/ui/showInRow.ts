/** Of a row's edge, where its end fades: `fade-row` in base.css. */
const fadePx = 40

/** Scrolls a row that is wider than its box until one thing in it is seen. The page itself stays where it is. */
export function showInRow(row: Element, thing: Element | null): void {
  if (!thing) return
  const inner = thing.getBoundingClientRect()
  const outer = row.getBoundingClientRect()
  const beyond = inner.right - (outer.right - fadePx)
  const before = outer.left + fadePx - inner.left
  if (beyond > 0) row.scrollLeft += beyond
  else if (before > 0) row.scrollLeft -= before
}
