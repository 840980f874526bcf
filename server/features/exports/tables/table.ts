/** A table before it is a file: plain data. */
export type TableCell = string | number | null
export type Table = {
  /** Of the sheet: at most 31 characters, none of : \ / ? * [ ]. */
  name: string
  columns: { title: string; widthChars: number }[]
  rows: TableCell[][]
}

/** What a spreadsheet takes for a formula, also behind blanks and in the wide letters of East Asian keyboards. */
const formulaStart = /^\s*[=+\-@|\t\r\n＝＋－＠]/

/**
 * A text that no spreadsheet computes: one that looks like a formula gets an apostrophe before it. Numbers that we
 * counted ourselves stay numbers.
 */
export const inert = (cell: TableCell): TableCell =>
  typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell
