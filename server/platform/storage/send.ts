import { type FileHandle, open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { createHash } from 'node:crypto'
import { ChangedBytes, type SendWatch, type StoredFile } from '../storage.ts'

/** Twice as fast as Node's default of 64 KiB, and uses a third of the CPU time. Measured on video ranges. */
const chunkBytes = 1024 * 1024
/** Number of buffers kept for reuse. Enough for eight sends. Allocating each chunk would trigger garbage collection. */
const sparesKept = 16
const spares: Buffer[] = []

export async function openForSending(path: string): Promise<StoredFile> {
  const file = await open(path, 'r')
  try {
    const found = await file.stat()
    if (!found.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'ENOENT' })
    return {
      size: found.size,
      version: `${found.mtimeMs}-${found.size}`,
      send: (range, destination, watch) => sendFrom(readFile(file), range, destination, watch),
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Fills the buffer from an offset and returns the number of bytes, or 0 at the end. */
export type ReadBytes = (buffer: Buffer, bytes: number, at: number) => Promise<number>

const readFile =
  (file: FileHandle): ReadBytes =>
  async (buffer, bytes, at) =>
    (await file.read(buffer, 0, bytes, at)).bytesRead

export async function sendFrom(
  read: ReadBytes,
  { start, end }: { start: number; end: number },
  destination: Writable,
  { sha256, found: whole, onSent }: SendWatch = {},
): Promise<void> {
  const hash = sha256 === undefined || whole ? null : createHash('sha256')
  let free = spares.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  let busy = spares.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  let sent = Promise.resolve()
  for (let at = start; at <= end;) {
    const bytesRead = await read(free, Math.min(chunkBytes, end + 1 - at), at)
    await sent
    if (bytesRead === 0) throw new Error(`stored file ends at ${at}, before ${end}`)
    const chunk = free.subarray(0, bytesRead)
    hash?.update(chunk)
    if (sha256 !== undefined && at + bytesRead > end) {
      const found = hash ? hash.digest('hex') : await whole
      if (found !== sha256) throw new ChangedBytes(found ?? null)
    }
    sent = write(destination, chunk).then(() => onSent?.(bytesRead))
    // Prevents an unhandled rejection until the next read awaits it.
    sent.catch(() => {})
    at += bytesRead
    ;[free, busy] = [busy, free]
  }
  await sent
  // Reached only on success. After a failure, the kernel may still be reading a buffer.
  if (spares.length + 2 <= sparesKept) spares.push(free, busy)
}

/** Rejects if the destination closes, even if the stream never calls back. */
function write(destination: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const close = () => reject(new Error('the destination closed'))
    if (destination.destroyed) return close()
    destination.once('close', close)
    destination.write(bytes, (error) => {
      destination.off('close', close)
      if (error) reject(error)
      else resolve()
    })
  })
}
