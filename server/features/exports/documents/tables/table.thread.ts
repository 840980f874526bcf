import { stringify } from 'csv-stringify'
import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inert } from '#server/platform/escape.ts'
import type { MakerProgress } from '../../core/maker.ts'
import { serveThread } from '../../core/thread.ts'
import type { Table, TableCell } from './rows.ts'

export type TableWork = { table: Table; type: 'csv' | 'xlsx'; password: string | null; out: string; plain: string }

const reportEvery = 2000
// Imports the XLSX and zip libraries on demand because loading them takes much of the time of the first file.

/** Excel's limit for a cell. Excel reports files with longer cells as damaged. */
const maxCellChars = 32_767
const cutMark = ' … [Truncated at the Excel cell limit. The CSV has the full text.]'

/** A transcript without speakers can be a single day-long turn. */
const inSheet = (cell: TableCell): TableCell =>
  typeof cell === 'string' && cell.length > maxCellChars
    ? cell.slice(0, maxCellChars - cutMark.length).toWellFormed() + cutMark
    : cell

async function writeCsv({ columns, rows }: Table, out: string, progress: (now: MakerProgress) => void): Promise<void> {
  let done = 0
  const safe = function* () {
    yield columns.map(({ title }) => title)
    for (const row of rows) {
      if (++done % reportEvery === 0) progress({ fraction: done / rows.length, step: 'Writing rows' })
      yield row.map(inert)
    }
  }
  // Excel needs the byte order mark to read UTF-8. Line endings follow RFC 4180.
  const text = stringify({ bom: true, record_delimiter: '\r\n' })
  await pipeline(Readable.from(safe()), text, createWriteStream(out, { flags: 'wx', mode: 0o600 }))
}

/** Marks cells as text so that a spreadsheet doesn't evaluate them as formulas. */
async function writeXlsx({ name, columns, rows }: Table, out: string): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const { unzipSync, zipSync } = await import('fflate')
  const head = columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    row.map((cell) =>
      cell === null || cell === '' ? null : { value: inSheet(cell), type: typeof cell === 'number' ? Number : String },
    ),
  )
  await writeXlsxFile([
    {
      data: [head, ...body] as never,
      sheet: name,
      columns: columns.map(({ widthChars: width }) => ({ width })),
      stickyRowsCount: 1,
    },
  ]).toFile(out)
  // Fixed file times make the same rows produce the same bytes.
  const mtime = new Date(1980, 0, 1)
  const parts = Object.entries(unzipSync(await readFile(out))).map(
    ([path, bytes]) => [path, [bytes, { mtime }]] as const,
  )
  await writeFile(out, zipSync(Object.fromEntries(parts) as never), { mode: 0o600 })
}

serveThread(async (data, progress) => {
  const { table, type, password, out, plain } = data as TableWork
  const path = password === null ? out : plain
  if (type === 'csv') await writeCsv(table, path, progress)
  else await writeXlsx(table, path)
  if (password === null) return
  progress({ fraction: 0.9, step: 'Encrypting' })
  const { writeZip } = await import('../content/zip.ts')
  await writeZip(out, [{ name: `export.${type}`, path }], password)
  await rm(path)
})
