import { createHash } from 'node:crypto'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => escapes[each]!)

/** The source of one inline style or script in a Content-Security-Policy. */
export const toPolicySource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What a spreadsheet takes for a formula, also behind blanks and in the wide letters of East Asian keyboards. */
const formulaStart = /^\s*[=+\-@|\t\r\n＝＋－＠]/

/** Returns text that no spreadsheet computes: what looks like a formula gets an apostrophe. Our own numbers stay numbers. */
export const inert = <Cell extends string | number | null>(cell: Cell): Cell | string =>
  typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell
