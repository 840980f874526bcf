/** Pixels: where the page stood, where it stands now, and how many of it are still below; whether a hand moved it. */
type Scrolled = { before: number; now: number; left: number; isByHand: boolean }

/** Within so many pixels of its end a page has room for what floats. */
const endPx = 48

/**
 * Down the page it is true, up the page, at its head and at its end false. A page that stands still stays what it was,
 * and so does one that rolls on after the hand has let go; by itself no page begins to be read.
 */
export function isReadingDown({ before, now, left, isByHand }: Scrolled, wasDown: boolean): boolean {
  if (now <= 0 || left <= endPx) return false
  if (now === before) return wasDown
  return now > before && (isByHand || wasDown)
}
