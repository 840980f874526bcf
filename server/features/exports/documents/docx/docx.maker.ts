import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportSpecs, requireTemplate } from '#contract/exports/templates.ts'
import type { ExportMaker } from '../../core/maker.ts'
import { estimateDoc } from '../content/doc.ts'
import { buildManifest } from '../content/cover.ts'
import { gather } from '../content/gather.ts'
import { readInputs } from '../content/transcript.ts'
import { writeZip } from '../content/zip.ts'
import { documents, requireMakeable } from '../templates/template.ts'
import { toDocxParts } from './docx.ts'

export const docxMaker: ExportMaker<'docx'> = {
  type: 'docx',
  templates: exportSpecs.docx.templates,
  file: (_order, isEncrypted) => (isEncrypted ? 'zip' : 'docx'),
  async findRefusal(asked) {
    return (await documents[requireTemplate('docx', asked.order.template)](await gather(asked))).refusal
  },
  async estimate(asked) {
    const gathered = await gather(asked)
    return estimateDoc(await documents[requireTemplate('docx', asked.order.template)](gathered))
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const doc = await documents[requireTemplate('docx', input.order.template)](gathered)
    requireMakeable(doc)
    const parts = Object.entries(toDocxParts(doc))
    const folder = join(input.folder, 'parts')
    for (const [name, text] of parts) {
      signal.throwIfAborted()
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text, { mode: 0o600 })
    }
    const entries = parts.map(([name]) => ({ name, path: join(folder, name) }))
    const plain = join(input.folder, 'plain.docx')
    await writeZip(input.password === null ? out : plain, entries, null)
    if (input.password !== null) {
      progress({ fraction: 0.9, step: 'Encrypting' })
      await writeZip(out, [{ name: 'export.docx', path: plain, stored: true }], input.password)
    }
    return { manifest: buildManifest(input.order, doc, { blocks: doc.blocks.length }, await readInputs(gathered)) }
  },
}
