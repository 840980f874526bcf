/** What a spreadsheet takes for a formula, also behind blanks and in the wide letters of East Asian keyboards. */
const formulaStart = /^\s*[=+\-@|\t\r\n＝＋－＠]/

/** Returns text that no spreadsheet computes: what looks like a formula gets an apostrophe. Our own numbers stay numbers. */
export const inert = <Cell extends string | number | null>(cell: Cell): Cell | string =>
  typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell
