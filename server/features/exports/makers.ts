import type { ExportType } from '#contract/exports/templates.ts'
import { docxMaker } from './documents/docx/docx.maker.ts'
import { filmMaker } from './films/film.maker.ts'
import { listMaker } from './documents/lists/list.maker.ts'
import type { ExportMaker } from './core/maker.ts'
import { archiveMaker } from './packs/archive/archive.write.ts'
import { packMaker } from './packs/evidence/pack.maker.ts'
import { pageMaker } from './documents/page/page.maker.ts'
import { pdfMaker } from './documents/pdf/pdf.maker.ts'
import { csvMaker, xlsxMaker } from './documents/tables/tables.maker.ts'

export const makers: readonly ExportMaker[] = Object.values({
  pdf: pdfMaker,
  csv: csvMaker,
  xlsx: xlsxMaker,
  html: pageMaker,
  mp4: filmMaker,
  list: listMaker,
  pack: packMaker,
  archive: archiveMaker,
  docx: docxMaker,
} satisfies { [Type in ExportType]: ExportMaker<Type> })
