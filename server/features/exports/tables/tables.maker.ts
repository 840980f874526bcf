import { join } from 'node:path'
import type { ExportTemplate } from '#contract/exports.templates.ts'
import { manifestOf } from '../content/manifest.ts'
import { type Asked, gather } from '../content/gather.ts'
import type { ExportMaker } from '../maker.ts'
import { inThread } from '../thread.ts'
import { auditTable } from './audit.rows.ts'
import { highlightsTable } from './highlights.rows.ts'
import { jurorsTable } from './jurors.rows.ts'
import type { Table } from './table.ts'
import type { TableWork } from './table.thread.ts'
import { strikesTable } from './strikes.rows.ts'
import { transcriptTable } from './transcript.rows.ts'

/** What a template's rows are; a new table is a line here. */
const tables: Partial<Record<ExportTemplate, (asked: Asked) => Promise<Table>>> = {
  strikes: async (asked) => strikesTable(await gather(asked)),
  jurors: async (asked) => jurorsTable(await gather(asked)),
  highlights: async (asked) => highlightsTable(await gather(asked)),
  transcript: async (asked) => transcriptTable(await gather(asked)),
  audit: async (asked) => auditTable(await gather(asked)),
}

const tableOf = (asked: Asked): Promise<Table> => tables[asked.order.template]!(asked)
const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const tablesMaker = (type: 'csv' | 'xlsx'): ExportMaker => ({
  type,
  templates: Object.keys(tables) as ExportTemplate[],
  file: (_order, isEncrypted) =>
    isEncrypted ? { extension: 'zip', mime: 'application/zip' } : { extension: type, mime: mimes[type] },
  async estimate(asked) {
    const { rows } = await tableOf(asked)
    // Both formats were near this on the tests' own tables: xlsx compresses to about a third.
    const text = rows.reduce(
      (sum, row) => sum + row.reduce<number>((so, cell) => so + String(cell ?? '').length + 1, 0),
      200,
    )
    const bytes = type === 'csv' ? text : 6000 + Math.round(text / 3)
    return { pages: null, rows: rows.length, seconds: null, bytes, items: rows.length, warnings: [] }
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const table = await tableOf(input)
    signal.throwIfAborted()
    const work: TableWork = { table, type, password: input.password, out, plain: join(input.folder, 'plain') }
    await inThread(new URL('./table.thread.ts', import.meta.url), work, progress, signal)
    return { manifest: manifestOf(input.order, table, { rows: table.rows.length }) }
  },
})

export const csvMaker = tablesMaker('csv')
export const xlsxMaker = tablesMaker('xlsx')
