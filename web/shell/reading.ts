/** Pixels: where the page stood, where it stands now, and how many of it are still below. */
type Scrolled = { before: number; now: number; left: number }

/** Within so many pixels of its end a page has room for what floats. */
const endPx = 48

/** Down the page it is true, up the page, at its head and at its end false; a page that stands still stays what it was. */
export function isReadingDown({ before, now, left }: Scrolled, wasDown: boolean): boolean {
  if (now <= 0 || left <= endPx) return false
  return now === before ? wasDown : now > before
}
