import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { estimateOf } from '../content/estimate.ts'
import { filmFacts } from '../../core/film-link.ts'
import { gather } from '../content/gather.ts'
import { manifestOf } from '../content/manifest.ts'
import { inputsOf } from '../content/videos.ts'
import { addStills } from '../content/stills.ts'
import type { ExportMaker } from '../../core/maker.ts'
import { documents } from '../templates/template.ts'
import { inThread } from '../../core/thread.ts'
import { encryptPdf } from './encrypt.ts'
import type { PdfWork } from './pdf.thread.ts'

export const pdfMaker: ExportMaker = {
  type: 'pdf',
  templates: (Object.keys(documents) as ExportTemplate[]).filter((each) => each !== 'session_page'),
  file: () => 'pdf',
  async estimate(asked) {
    const gathered = await gather(asked)
    return estimateOf(await documents[asked.order.template]!(gathered))
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const doc = await documents[input.order.template]!(gathered)
    const inputs = await inputsOf(gathered)
    await addStills(doc, input, signal)
    const plain = join(input.folder, 'plain')
    const work: PdfWork = { doc, out: plain }
    await inThread(new URL('./pdf.thread.ts', import.meta.url), work, progress, signal)
    if (input.password === null) await rename(plain, out)
    else {
      progress({ fraction: 0.9, step: 'Encrypting' })
      await encryptPdf(plain, out, input.password, signal)
    }
    const manifest = manifestOf(input.order, doc, { blocks: doc.blocks.length }, inputs)
    return { manifest: { ...manifest, ...filmFacts(input.film, doc) } }
  },
}
