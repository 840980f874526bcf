import { exportSpecs } from '#contract/exports/templates.ts'
import { estimateDoc, toText } from '../content/doc.ts'
import { filmFacts } from '../../core/film-link.ts'
import { gather } from '../content/gather.ts'
import { buildManifest } from '../content/cover.ts'
import { readInputs } from '../content/transcript.ts'
import { addStills } from '../content/recordings.ts'
import type { ExportMaker } from '../../core/maker.ts'
import { sessionPage } from '../templates/sessions.ts'
import { runInThread } from '../../core/thread.ts'
import { offlineNotice } from './html.ts'
import type { PageWork } from './page.thread.ts'

const markup = 2.4

export const pageMaker: ExportMaker<'html'> = {
  type: 'html',
  templates: exportSpecs.html.templates,
  file: () => 'html',
  async estimate(asked) {
    const doc = await sessionPage(await gather(asked))
    const bytes = Math.round(4000 + toText(doc).length * markup)
    return { ...estimateDoc(doc), pages: null, bytes, warnings: [offlineNotice] }
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const doc = await sessionPage(gathered)
    const inputs = await readInputs(gathered)
    await addStills(doc, input, signal)
    const work: PageWork = { doc, out, password: input.password }
    await runInThread(new URL('./page.thread.ts', import.meta.url), work, progress, signal)
    const manifest = buildManifest(input.order, doc, { blocks: doc.blocks.length }, inputs)
    return { manifest: { ...manifest, ...filmFacts(input.film, doc) } }
  },
}
