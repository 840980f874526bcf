import { createHash } from 'node:crypto'
import { lstat, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'

/** `sha256sum -c SHA256SUMS` verifies a backup without Venire. */
export const recordName = 'backup.json'
export const sumsName = 'SHA256SUMS'

const Snapshot = z.object({
  kind: z.enum(['embedded', 'server']),
  tables: z.array(z.tuple([z.string(), z.number()])),
  /** SHA-256 of originals and films by storage key. Missing in older backups. */
  originals: z.array(z.tuple([z.string(), z.string()])).optional(),
})
export type Snapshot = z.infer<typeof Snapshot>

/** A key that isn't included in the backup. `isFile` is true if the key is in the data folder. */
const NeededKey = z.object({
  name: z.enum(['installation.key', 'secrets.key']),
  fingerprint: z.string(),
  isFile: z.boolean(),
})
export type NeededKey = z.infer<typeof NeededKey>

/** `version` is set for files in the storage at `STORAGE_URL`. */
const FileEntry = z.object({ path: z.string(), bytes: z.number(), mtimeMs: z.number(), version: z.string().optional() })
export type FileEntry = z.infer<typeof FileEntry>

export const BackupRecord = z.object({
  format: z.literal(1),
  startedAt: z.string(),
  finishedAt: z.string(),
  database: Snapshot,
  files: z.array(FileEntry),
  /** Missing in older backups, which include every key in the data folder. */
  neededKeys: z.array(NeededKey).optional(),
})
export type BackupRecord = z.infer<typeof BackupRecord>

export const isPlainFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  )

const readPlain = async (path: string): Promise<string | null> =>
  (await isPlainFile(path)) ? readFile(path, 'utf8').catch(() => null) : null

export async function readRecord(folder: string): Promise<BackupRecord> {
  const text = await readPlain(join(folder, recordName))
  if (text === null) throw new Error(`${folder} is not a backup: it has no ${recordName}`)
  try {
    return BackupRecord.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${join(folder, recordName)} can’t be read: it was either modified or written by a newer version of Venire`,
    )
  }
}

export async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readPlain(join(folder, sumsName))
  if (text === null) throw new Error(`${folder} is not a finished backup: it has no ${sumsName}`)
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
}

export async function writeRecord(folder: string, record: BackupRecord, sums: ReadonlyMap<string, string>) {
  const text = `${JSON.stringify(record, null, 1)}\n`
  await writeFile(join(folder, recordName), text, { mode: 0o600, flush: true })
  const all = new Map(sums).set(recordName, createHash('sha256').update(text).digest('hex'))
  const lines = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, sha256]) => `${sha256}  ${path}\n`)
  await writeFile(join(folder, sumsName), lines.join(''), { mode: 0o600, flush: true })
}

const chunkBytes = 1024 * 1024
const spares: Buffer[] = []

/** All chunks share one buffer, which is overwritten after `use` returns. */
export async function readChunks(path: string, use: (chunk: Buffer) => unknown): Promise<void> {
  await using file = await open(path)
  const buffer = spares.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
      if (bytesRead === 0) return
      await use(buffer.subarray(0, bytesRead))
    }
  } finally {
    spares.push(buffer)
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await readChunks(path, (chunk) => hash.update(chunk))
  return hash.digest('hex')
}

export const listFiles = async (folder: string): Promise<string[]> => (await listEntries(folder)).files

async function listEntries(folder: string): Promise<{ files: string[]; others: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const toPaths = (found: typeof entries) =>
    found.map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join('/'))
  return {
    files: toPaths(entries.filter((each) => each.isFile())),
    others: toPaths(entries.filter((each) => !each.isFile() && !each.isDirectory())),
  }
}

export function findChangedOriginals({ originals = [] }: Snapshot, sums: ReadonlyMap<string, string>): string[] {
  return originals.flatMap(([key, sha256]) => {
    const path = `data/files/${key}`
    const found = sums.get(path)
    if (found === sha256) return []
    return [found === undefined ? `${path} is missing` : `${path} has changed: its SHA-256 was ${sha256}`]
  })
}

export async function findFaults(folder: string): Promise<string[]> {
  const sums = await readSums(folder)
  const { files, others } = await listEntries(folder)
  const faults = others.map((path) => `${path} is a symbolic link or a special file`)
  if (!sums.has(recordName)) faults.push(`${sumsName} was changed: it does not list ${recordName}`)
  const found = new Set(files)
  for (const [path, sha256] of sums) {
    if (!found.has(path)) faults.push(`${path} is missing`)
    else if ((await hashFile(join(folder, path))) !== sha256) faults.push(`${path} was changed: its SHA-256 differs`)
  }
  for (const path of files) if (path !== sumsName && !sums.has(path)) faults.push(`${path} is not part of the backup`)
  if (faults.length === 0) await readRecord(folder)
  return faults
}
