/** Scrolls a row that is wider than its box until one thing in it is seen. The page itself stays where it is. */
export function showInRow(row: Element, thing: Element | null): void {
  if (!thing) return
  const inner = thing.getBoundingClientRect()
  const outer = row.getBoundingClientRect()
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right
  else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left
}
