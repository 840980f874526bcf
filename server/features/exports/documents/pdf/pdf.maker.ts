import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { exportSpecs, requireTemplate } from '#contract/exports/templates.ts'
import { estimateDoc } from '../content/doc.ts'
import { filmFacts } from '../../core/film-link.ts'
import { gather } from '../content/gather.ts'
import { buildManifest } from '../content/cover.ts'
import { readInputs } from '../content/transcript.ts'
import { addStills } from '../content/recordings.ts'
import type { ExportMaker } from '../../core/maker.ts'
import { documents, requireMakeable } from '../templates/template.ts'
import { runInThread } from '../../core/thread.ts'
import type { PdfWork } from './pdf.thread.ts'

export const pdfMaker: ExportMaker<'pdf'> = {
  type: 'pdf',
  templates: exportSpecs.pdf.templates,
  file: () => 'pdf',
  async findRefusal(asked) {
    return (await documents[requireTemplate('pdf', asked.order.template)](await gather(asked))).refusal
  },
  async estimate(asked) {
    const gathered = await gather(asked)
    return estimateDoc(await documents[requireTemplate('pdf', asked.order.template)](gathered))
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const doc = await documents[requireTemplate('pdf', input.order.template)](gathered)
    requireMakeable(doc)
    const inputs = await readInputs(gathered)
    await addStills(doc, input, signal)
    const plain = join(input.folder, 'plain')
    const work: PdfWork = { doc, out: plain }
    await runInThread(new URL('./pdf.thread.ts', import.meta.url), work, progress, signal)
    if (input.password === null) await rename(plain, out)
    else {
      progress({ fraction: 0.9, step: 'Encrypting' })
      await input.tools.encryptPdf(plain, out, input.password, signal)
    }
    const manifest = buildManifest(input.order, doc, { blocks: doc.blocks.length }, inputs)
    return { manifest: { ...manifest, ...filmFacts(input.film, doc) } }
  },
}
