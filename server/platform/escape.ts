import { createHash } from 'node:crypto'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => escapes[each]!)

export const toPolicySource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Leading characters that spreadsheets treat as a formula, including full-width ones. */
const formulaStart = /^\s*[=+\-@|\t\r\n＝＋－＠]/

/**
 * Spreadsheet programs that separate cells with semicolons also split here. Dashes and lists in ordinary text are left
 * alone.
 */
const laterFormula = /[;\r\n](?:[^\S\r\n]|")*(?=[=＝])|;"*(?=[+\-@|＋－＠])/g

export const inert = <Cell extends string | number | null>(cell: Cell): Cell | string => {
  if (typeof cell !== 'string') return cell
  const safe = cell.replaceAll(laterFormula, "$&'")
  return formulaStart.test(safe) ? `'${safe}` : safe
}
