import type { Doc } from '../content/doc.ts'
import { serveThread } from '../../core/thread.ts'
import { renderPdf } from './render.ts'

export type PdfWork = { doc: Doc; out: string }

serveThread(async (data, progress) => {
  const { doc, out } = data as PdfWork
  await renderPdf(doc, out, progress)
})
