/** The widths of the three panes, in percent of their row; together 100. */
export type Widths = readonly [number, number, number]

export const defaultWidths: Widths = [40, 32, 28]
/** Narrower, a pane shows nothing of use. */
export const leastPercent = 18

/** Where there is room for two panes: the video above the transcript, in percent of the row, beside what was found. */
export const defaultSplit = 58
/** Narrower, neither the video's controls nor the findings' buttons keep their row. */
export const leastSplitPercent = 35

export const moveSplit = (split: number, byPercent: number): number =>
  Math.max(leastSplitPercent, Math.min(100 - leastSplitPercent, split + byPercent))

/** What was remembered; the default where it cannot be read or leaves one side too narrow. */
export function parseSplit(saved: string | null): number {
  const split = Number(saved ?? Number.NaN)
  return split === moveSplit(split, 0) ? split : defaultSplit
}

/** Moves the border after pane 0 or 1; its two neighbours share the change and neither gets too narrow. */
export function moveBorder(widths: Widths, border: 0 | 1, byPercent: number): Widths {
  const [left, right] = [widths[border], widths[(border + 1) as 1 | 2]]
  const by = Math.max(leastPercent - left, Math.min(byPercent, right - leastPercent))
  const [a, b, c] = widths
  return border === 0 ? [a + by, b - by, c] : [a, b + by, c - by]
}

/** What was remembered; the default where it cannot be read or is no three widths. */
export function parseWidths(saved: string | null): Widths {
  const numbers = (saved ?? '').split(',').map(Number)
  const [a = 0, b = 0, c = 0] = numbers
  const isFit = numbers.length === 3 && numbers.every((each) => each >= leastPercent) && Math.abs(a + b + c - 100) < 1
  return isFit ? [a, b, c] : defaultWidths
}
