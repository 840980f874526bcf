import { join } from 'node:path'
import { exportSpecs, type ExportTemplate, requireTemplate, type TemplateIn } from '#contract/exports/templates.ts'
import { buildManifest } from '../content/cover.ts'
import { type Gathered, gather } from '../content/gather.ts'
import type { ExportMaker } from '../../core/maker.ts'
import { readInputs } from '../content/transcript.ts'
import { runInThread } from '../../core/thread.ts'
import { auditTable, highlightsTable, jurorsTable, type Table, strikesTable, transcriptTable } from './rows.ts'
import type { TableWork } from './table.thread.ts'

const tables: Record<TemplateIn<'csv' | 'xlsx'>, (gathered: Gathered) => Promise<Table>> = {
  strikes: strikesTable,
  jurors: jurorsTable,
  highlights: highlightsTable,
  transcript: transcriptTable,
  audit: auditTable,
}

const buildTable = (template: ExportTemplate, gathered: Gathered) => tables[requireTemplate('csv', template)](gathered)

const tablesMaker = <Type extends 'csv' | 'xlsx'>(type: Type): ExportMaker<Type> => ({
  type,
  templates: exportSpecs[type].templates,
  file: (_order, isEncrypted) => (isEncrypted ? 'zip' : type),
  async estimate(asked) {
    const { rows } = await buildTable(asked.order.template, await gather(asked))
    // On test tables, XLSX compressed to about a third.
    const text = rows.reduce(
      (sum, row) => sum + row.reduce<number>((so, cell) => so + String(cell ?? '').length + 1, 0),
      200,
    )
    const bytes = type === 'csv' ? text : 6000 + Math.round(text / 3)
    return { pages: null, rows: rows.length, seconds: null, bytes, items: rows.length, warnings: [] }
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const table = await buildTable(input.order.template, gathered)
    signal.throwIfAborted()
    const work: TableWork = { table, type, password: input.password, out, plain: join(input.folder, 'plain') }
    await runInThread(new URL('./table.thread.ts', import.meta.url), work, progress, signal)
    return { manifest: buildManifest(input.order, table, { rows: table.rows.length }, await readInputs(gathered)) }
  },
})

export const csvMaker = tablesMaker('csv')
export const xlsxMaker = tablesMaker('xlsx')
