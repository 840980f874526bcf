import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { exportSpecs, requireTemplate } from '#contract/exports/templates.ts'
import { Permanent } from '#server/platform/queue.ts'
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
      await encryptPdf(plain, out, input.password, signal)
    }
    const manifest = buildManifest(input.order, doc, { blocks: doc.blocks.length }, inputs)
    return { manifest: { ...manifest, ...filmFacts(input.film, doc) } }
  },
}

const faultChars = 500

/**
 * Returns a random owner password of 48 hex characters. Raw random bytes could contain a zero byte, where qpdf stops
 * reading. An empty owner password would let anyone open the file.
 */
export const newOwnerPassword = (): string => Buffer.from(randomBytes(24).toString('hex')).toString('hex')

/** Encrypts a PDF with AES-256 (revision 6). Arguments go through stdin to stay out of the process list. */
export function encryptPdf(input: string, out: string, password: string, signal: AbortSignal): Promise<void> {
  // Hex keeps qpdf from reading a leading "-" or "@" as an option.
  const args = [
    ['--password-mode=hex-bytes', '--encrypt', Buffer.from(password).toString('hex'), newOwnerPassword()],
    ['256'],
    ['--modify=none', '--extract=y', '--accessibility=y', '--'],
    ['--object-streams=generate', input, out],
  ].flat()
  return new Promise((resolve, reject) => {
    const child = spawn('qpdf', ['@-'], { stdio: ['pipe', 'ignore', 'pipe'], signal })
    let fault = ''
    child.stderr.on('data', (text: Buffer) => (fault = (fault + text.toString()).slice(-faultChars)))
    child.on('error', (error) =>
      reject(
        'code' in error && error.code === 'ENOENT'
          ? new Permanent(
              "Encrypting a PDF requires qpdf, which isn't installed on this server. Install it, or export without a password.",
            )
          : error,
      ),
    )
    // Exit code 3 means the file was encrypted, with warnings.
    child.on('close', (code) =>
      code === 0 || code === 3 ? resolve() : reject(new Error(`qpdf exited with code ${code}: ${fault}`)),
    )
    // If the process is missing or dies, its end of the pipe closes first.
    child.stdin.on('error', () => {})
    child.stdin.end(args.join('\n') + '\n')
  })
}
