/** Tables as people have them: CSV, a sheet pasted from a spreadsheet, an XLSX file. */
import { parseCsv } from '#contract/csv.ts'

export type Sheet = { headers: string[]; rows: string[][] }

export const parseTable = (text: string): Sheet => toSheet(parseCsv(text))

/** The first row that says something is the header; empty rows and columns without a header or a value are dropped. */
export function toSheet(cells: readonly (readonly string[])[]): Sheet {
  const filled = cells.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [head = [], ...body] = filled
  const kept = head
    .map((header, index) => ({ header: header.trim(), index }))
    .filter(({ header, index }) => header !== '' || body.some((row) => (row[index] ?? '').trim() !== ''))
  return {
    headers: kept.map(({ header, index }) => header || `Column ${index + 1}`),
    rows: body.map((row) => kept.map(({ index }) => (row[index] ?? '').trim())),
  }
}

/** Spreadsheets on Windows save CSV in its own code page unless asked for UTF-8: "Muñoz" must not become "Mu�oz". */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const maxFileBytes = 10 * 1024 * 1024

/** Reads a file by its ending; throws a sentence for people. */
export async function readTableFile(file: File): Promise<Sheet> {
  if (file.size > maxFileBytes) throw new Error('The file is larger than 10 MB. Split it and import the parts.')
  if (!/\.xlsx$/i.test(file.name)) {
    if (/\.(xls|ods|numbers|pdf|docx?)$/i.test(file.name)) {
      throw new Error('Choose a CSV or XLSX file, or copy the cells and paste them.')
    }
    return parseTable(decode(await file.arrayBuffer()))
  }
  const { readSheet } = await import('read-excel-file/browser')
  try {
    const cells = await readSheet(file)
    return toSheet(cells.map((row) => row.map(cellText)))
  } catch {
    throw new Error('This XLSX file could not be read. Save it again, or save it as CSV.')
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
