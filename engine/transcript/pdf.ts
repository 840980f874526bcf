import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLimited } from '../media/process.ts'
import { Unprocessable } from '../stage.ts'

const limits = { memoryMiB: 512, fileMiB: 64, silentSeconds: null, totalSeconds: 60, stdoutMiB: 1 }
const notFound = 127
/** A scanned page contains at most a stamp or page number as text. */
const lettersPerPage = 40

export const noPdfReader =
  'Reading PDF transcripts needs poppler-utils on the server (on Debian: apt-get install poppler-utils). Until then, attach the transcript as text (.txt).'

const askFor = 'Ask the reporter for a searchable PDF, or for an ASCII transcript (.txt) with page and line numbers.'

export async function readPdf(
  bytes: Uint8Array,
  { signal, folder: root = tmpdir() }: { signal?: AbortSignal; folder?: string },
): Promise<string> {
  const folder = await mkdtemp(join(root, 'venire-pdf-'))
  try {
    const path = join(folder, 'transcript.pdf')
    await writeFile(path, bytes)
    const written = join(folder, 'transcript.txt')
    const ended = await runLimited({
      command: 'pdftotext',
      args: ['-layout', '-enc', 'UTF-8', path, written],
      limits,
      signal,
    })
    if (ended.code === notFound) throw new Unprocessable(noPdfReader)
    if (ended.killedFor !== null) throw new Unprocessable(`The PDF is too large to read. ${askFor}`)
    if (/incorrect password/i.test(ended.stderr))
      throw new Unprocessable('The PDF has a password. Save it without one and attach it again.')
    if (ended.code !== 0) throw new Unprocessable(`The PDF is damaged. ${askFor}`)
    const text = await readFile(written, 'utf8')
    const pages = text.split('\f')
    if (text.replaceAll(/\P{L}/gu, '').length < lettersPerPage * Math.max(1, pages.length - 1))
      throw new Unprocessable(`The PDF is a scan without text. ${askFor}`)
    if (isCondensed(text))
      throw new Unprocessable(
        'The PDF is condensed, with several transcript pages on each sheet. Ask the reporter for the full-size PDF or ASCII text (.txt).',
      )
    return text
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Condensed sheets have two columns of line numbers. */
function isCondensed(text: string): boolean {
  const rows = text.split('\n').filter((row) => /^\s*\d{1,2}\s/.test(row))
  const double = rows.filter((row) => {
    const [, left, right] = /^\s*(\d{1,2})\s.*?\s{2,}(\d{1,2})(?:\s|$)/.exec(row) ?? []
    return left !== undefined && left === right
  })
  return rows.length >= 10 && double.length > rows.length * 0.5
}
