import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts, StageName } from '#contract/videos/analysis.ts'
import type { EngineOptions, Stage } from './stage.ts'

type Envelope = {
  key: string
  seconds: number
  files: Record<string, number>
  /** The boot ID if the files weren't flushed to disk. Otherwise, the field is omitted. */
  boot?: string
  result: unknown
}

/**
 * Pass a content `id`, such as a hash, if the file may be moved. Without an `id`, the file is identified by its size
 * and modification time.
 */
export async function identifyInput(input: string, id: string | null): Promise<string> {
  const { size, mtimeMs } = await stat(input)
  return `${size} ${id ?? mtimeMs}`
}

/**
 * Each key includes everything its artifact depends on, so changing an option invalidates only the artifacts that
 * depend on it.
 */
export function computeKeys(stages: readonly Stage[], options: EngineOptions, inputIdentity: string) {
  const keys = new Map<StageName, string>()
  for (const stage of stages) {
    const parts = [stage.name, stage.version, inputIdentity, stage.dependsOn?.(options) ?? '']
    for (const name of stage.reads) {
      const key = keys.get(name)
      if (key === undefined) throw new Error(`stage ${stage.name} reads ${name}, which does not run before it`)
      parts.push(key)
    }
    keys.set(stage.name, createHash('sha256').update(JSON.stringify(parts)).digest('hex'))
  }
  return keys
}

async function readEnvelope(folder: string, name: StageName): Promise<Envelope | null> {
  try {
    return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Envelope
  } catch {
    return null
  }
}

export const isStored = async (folder: string, name: StageName): Promise<boolean> =>
  (await readEnvelope(folder, name)) !== null

export async function readArtifact<K extends StageName>(folder: string, name: K): Promise<Artifacts[K]> {
  const envelope = await readEnvelope(folder, name)
  if (envelope === null) throw new Error(`no artifact for stage ${name} in ${folder}`)
  return envelope.result as Artifacts[K]
}

export async function readSeconds(folder: string, name: StageName): Promise<number | null> {
  return (await readEnvelope(folder, name))?.seconds ?? null
}

/** `fresh` means there is nothing to do. `gutted` means the result is valid but one of its files is missing. */
export async function checkArtifact(
  folder: string,
  name: StageName,
  key: string,
): Promise<'fresh' | 'gutted' | 'stale'> {
  const envelope = await readEnvelope(folder, name)
  if (envelope?.key !== key) return 'stale'
  // After a power loss, an unflushed file can have the right length but no content.
  if (envelope.boot !== undefined && envelope.boot !== (await readBoot())) return 'gutted'
  for (const [file, size] of Object.entries(envelope.files)) {
    const found = await stat(join(folder, file)).catch(() => null)
    if (found?.size !== size) return 'gutted'
  }
  return 'fresh'
}

async function listFiles(folder: string, name: StageName): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.startsWith(`${name}.`) || file.startsWith(`${name}-`))
}

export async function clearArtifact(folder: string, name: StageName): Promise<void> {
  // Remove the result first so a crash here can't leave a result without its files.
  await rm(join(folder, `${name}.json`), { force: true })
  for (const file of await listFiles(folder, name)) await rm(join(folder, file), { recursive: true, force: true })
}

async function readBoot(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null)
}

/** Writes the result atomically. Flushes files to disk unless the stage is `scratch`. */
export async function writeArtifact(
  folder: string,
  { name, scratch }: Pick<Stage, 'name' | 'scratch'>,
  { key, seconds, result }: Pick<Envelope, 'key' | 'seconds' | 'result'>,
): Promise<void> {
  const files: Record<string, number> = {}
  const boot = scratch === true ? await readBoot() : null
  for (const file of await listFiles(folder, name)) {
    await using handle = await open(join(folder, file), 'r')
    if (boot === null) await handle.sync()
    files[file] = (await handle.stat()).size
  }
  const temporary = join(folder, `${name}.json.tmp`)
  const envelope: Envelope = { key, seconds, files, ...(boot === null ? {} : { boot }), result }
  // On ext4, flushing even this small file would force the whole scratch file to be written first.
  await writeFile(temporary, JSON.stringify(envelope), { flush: boot === null })
  await rename(temporary, join(folder, `${name}.json`))
  if (boot !== null) return
  await using directory = await open(folder, 'r')
  await directory.sync()
}

export async function clearFrom(folder: string, stages: readonly Stage[], from: StageName): Promise<void> {
  const cleared = new Set<StageName>([from])
  // Discard checkpoints of a finished stage, because they are only for resuming an interrupted stage.
  const wasFinished = (await readEnvelope(folder, from)) !== null
  for (const stage of stages) if (stage.reads.some((name) => cleared.has(name))) cleared.add(stage.name)
  // Clear later stages first so a crash here can't leave a result without its source.
  for (const { name } of stages.toReversed()) if (cleared.has(name)) await clearArtifact(folder, name)
  if (!wasFinished) return
  const kept = (await readdir(folder)).filter((file) => file.startsWith(`${from}_`))
  for (const file of kept) await rm(join(folder, file), { recursive: true, force: true })
}
