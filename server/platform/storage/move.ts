import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { isMissing, Refusal } from '../errors.ts'
import type { Hasher } from '../hasher/hasher.ts'
import type { Storage } from '../storage.ts'

const chunkBytes = 1024 * 1024
const Line = z.object({ key: z.string(), sizeBytes: z.number(), sha256: z.string() })
type Line = z.output<typeof Line>
type File = { key: string; sizeBytes: number }

/** `leftOver` lists copies whose originals are gone. */
export type MoveReport = { copied: number; copiedBytes: number; before: number; leftOver: string[] }

/**
 * Copies every file to another store and verifies each copy. The ledger lists verified files, so a second run continues
 * from there. Never deletes a copy, because the original may have been lost rather than destroyed on purpose.
 */
export async function copyStorage(
  { from, to, hasher }: { from: Storage; to: Storage; hasher: Hasher },
  ledgerPath: string,
  onFile: (file: File) => void,
): Promise<MoveReport> {
  const done = await readLedger(ledgerPath)
  await using ledger = await open(ledgerPath, 'a', 0o600)
  // Ends any partial line left by a killed process.
  await ledger.appendFile('\n')
  const report: MoveReport = { copied: 0, copiedBytes: 0, before: 0, leftOver: [] }
  const found = new Set<string>()
  for await (const file of from.list()) {
    found.add(file.key)
    if (done.get(file.key)?.sizeBytes === file.sizeBytes && (await to.size(file.key)) === file.sizeBytes) {
      report.before++
      continue
    }
    onFile(file)
    const line = await copyFile({ from, to, hasher }, file)
    if (!line) continue
    await ledger.appendFile(`${JSON.stringify(line)}\n`)
    await ledger.datasync()
    report.copied++
    report.copiedBytes += line.sizeBytes
  }
  if (found.size === 0 && done.size > 0)
    throw new Refusal(
      'conflict',
      `The storage is empty, but ${done.size} of its files were copied before. Is it mounted?`,
    )
  for (const key of done.keys())
    if (!found.has(key) && (await from.size(key)) === null && (await to.size(key)) !== null) report.leftOver.push(key)
  return report
}

async function copyFile(
  { from, to, hasher }: { from: Storage; to: Storage; hasher: Hasher },
  { key, sizeBytes: expectedBytes }: File,
): Promise<Line | null> {
  const copy = await from.localCopy(key).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!copy) return null
  try {
    const hash = createHash('sha256')
    const { sizeBytes } = await to.put(key, Readable.from(hashing(copy.path, hash)), expectedBytes)
    const sha256 = hash.digest('hex')
    if ((await to.digest(key, hasher)) !== sha256) throw new Error(`The copy of ${key} differs from the original.`)
    return { key, sizeBytes, sha256 }
  } finally {
    await copy.release()
  }
}

async function* hashing(path: string, hash: ReturnType<typeof createHash>): AsyncIterable<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}

async function readLedger(path: string): Promise<Map<string, Line>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  const lines = new Map<string, Line>()
  for (const each of text.split('\n')) {
    try {
      const line = Line.parse(JSON.parse(each))
      lines.set(line.key, line)
    } catch {
      continue
    }
  }
  return lines
}
