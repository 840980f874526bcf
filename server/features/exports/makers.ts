import { filmMaker } from './films/film.maker.ts'
import { listMaker } from './lists/list.maker.ts'
import type { ExportMaker } from './maker.ts'
import { archiveMaker } from './archive/archive.maker.ts'
import { packMaker } from './pack/pack.maker.ts'
import { pageMaker } from './page/page.maker.ts'
import { pdfMaker } from './pdf/pdf.maker.ts'
import { csvMaker, xlsxMaker } from './tables/tables.maker.ts'

/** Who makes what. The form offers what is here and nothing else. */
export const makers: readonly ExportMaker[] = [
  pdfMaker,
  csvMaker,
  xlsxMaker,
  pageMaker,
  filmMaker,
  listMaker,
  packMaker,
  archiveMaker,
]
