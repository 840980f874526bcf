import type { ExportMaker } from './maker.ts'
import { packMaker } from './pack/pack.maker.ts'
import { pageMaker } from './page/page.maker.ts'
import { pdfMaker } from './pdf/pdf.maker.ts'
import { csvMaker, xlsxMaker } from './tables/tables.maker.ts'

/** Who makes what. The form offers what is here and nothing else. */
export const makers: readonly ExportMaker[] = [pdfMaker, csvMaker, xlsxMaker, pageMaker, packMaker]
