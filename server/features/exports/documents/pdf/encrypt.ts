import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { Permanent } from '#server/platform/queue.ts'

/** So many bytes of what qpdf says are kept for the log. */
const faultChars = 500

/**
 * The owner's password, in hexadecimal: 48 random letters and figures. Random bytes would not do, because qpdf reads a
 * password to its first zero byte: beginning with one it is empty, and the file opens for everybody.
 */
export const newOwnerPassword = (): string => Buffer.from(randomBytes(24).toString('hex')).toString('hex')

/**
 * Encrypts a PDF with AES-256 (revision 6). The password travels on standard input, where no list of processes shows it.
 * The owner's password is random and thrown away: nobody needs more than to open it.
 */
export function encryptPdf(input: string, out: string, password: string, signal: AbortSignal): Promise<void> {
  // In hexadecimal, because a password may begin with "-" or "@", which qpdf would take for an option of its own.
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
              'This server lacks qpdf, which encrypts PDFs. Install it, or make the export without a password.',
            )
          : error,
      ),
    )
    // 3: encrypted, with a remark on the input.
    child.on('close', (code) =>
      code === 0 || code === 3 ? resolve() : reject(new Error(`qpdf ended with ${code}: ${fault}`)),
    )
    // A program that is missing or dies closes its end first.
    child.stdin.on('error', () => {})
    child.stdin.end(args.join('\n') + '\n')
  })
}
