import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts, StageName } from '#contract/videos/analysis.ts'
import type { EngineOptions, Stage } from './stage.ts'

/** What `<stage>.json` in a work folder holds. */
type Envelope = {
  key: string
  seconds: number
  /** The stage's own files beside it, with their sizes. */
  files: Record<string, number>
  /** The start of the machine since which the files count: they were not forced to the disk. Absent where they were. */
  boot?: string
  result: unknown
}

/** What made the input what it is. An id (a hash, the id of an upload) stands for the time where files are moved about. */
export async function identifyInput(input: string, id: string | null): Promise<string> {
  const { size, mtimeMs } = await stat(input)
  return `${size} ${id ?? mtimeMs}`
}

/**
 * The key of every stage's artifact, which names all that it depends on: known before anything runs, so that a
 * changed option makes stale exactly what follows from it.
 */
export function computeKeys(stages: readonly Stage[], options: EngineOptions, inputIdentity: string) {
  const keys = new Map<StageName, string>()
  for (const stage of stages) {
    const parts = [stage.name, stage.version, inputIdentity, stage.dependsOn?.(options) ?? '']
    for (const name of stage.reads) {
      const key = keys.get(name)
      if (key === undefined) throw new Error(`stage ${stage.name} reads ${name}, which does not stand before it`)
      parts.push(key)
    }
    keys.set(stage.name, createHash('sha256').update(JSON.stringify(parts)).digest('hex'))
  }
  return keys
}

/** The envelope as written, or null where it is missing or not whole. */
async function readEnvelope(folder: string, name: StageName): Promise<Envelope | null> {
  try {
    return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Envelope
  } catch {
    return null
  }
}

/** Answers a finished stage's result; throws where it has none. */
export async function readArtifact<K extends StageName>(folder: string, name: K): Promise<Artifacts[K]> {
  const envelope = await readEnvelope(folder, name)
  if (envelope === null) throw new Error(`no artifact of stage ${name} in ${folder}`)
  return envelope.result as Artifacts[K]
}

/** Seconds that the stage ran, for those that have an artifact. */
export async function readSeconds(folder: string, name: StageName): Promise<number | null> {
  return (await readEnvelope(folder, name))?.seconds ?? null
}

/** `fresh`: nothing to do. `gutted`: the result stands, but a file of it was removed; needed only by who reads it. */
export async function checkArtifact(
  folder: string,
  name: StageName,
  key: string,
): Promise<'fresh' | 'gutted' | 'stale'> {
  const envelope = await readEnvelope(folder, name)
  if (envelope?.key !== key) return 'stale'
  // A loss of power takes what lay in memory, and leaves files of the right length with nothing in them.
  if (envelope.boot !== undefined && envelope.boot !== (await readBoot())) return 'gutted'
  for (const [file, size] of Object.entries(envelope.files)) {
    const found = await stat(join(folder, file)).catch(() => null)
    if (found?.size !== size) return 'gutted'
  }
  return 'fresh'
}

/** Files of a stage begin with its name; `speech` must not claim those of a longer name. */
async function listFiles(folder: string, name: StageName): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.startsWith(`${name}.`) || file.startsWith(`${name}-`))
}

/** Removes what an earlier, unfinished or stale run of the stage left. */
export async function clearArtifact(folder: string, name: StageName): Promise<void> {
  // The result goes first: a kill in between must not leave one whose files are gone.
  await rm(join(folder, `${name}.json`), { force: true })
  for (const file of await listFiles(folder, name)) await rm(join(folder, file), { recursive: true, force: true })
}

/** Which start of the machine this is; null where the system does not tell (only Linux does). */
async function readBoot(): Promise<string | null> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null)
}

/**
 * Makes the stage's result, and unless it is `scratch` its files, durable; the result appears whole or not at all.
 */
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
  // To force even this small file out would write all of the scratch file first (ext4's journal keeps their order).
  await writeFile(temporary, JSON.stringify(envelope), { flush: boot === null })
  await rename(temporary, join(folder, `${name}.json`))
  if (boot !== null) return
  await using directory = await open(folder, 'r')
  await directory.sync()
}

/** Removes the artifact of a stage and of all that follows from it, so that the next run makes them anew. */
export async function forgetFrom(folder: string, stages: readonly Stage[], from: StageName): Promise<void> {
  const forgotten = new Set<StageName>([from])
  // What the stage keeps while it works is for going on after a kill; a finished one is asked to begin again.
  const wasFinished = (await readEnvelope(folder, from)) !== null
  for (const stage of stages) if (stage.reads.some((name) => forgotten.has(name))) forgotten.add(stage.name)
  // The last go first: a kill in between must not leave a result whose source is another one.
  for (const { name } of stages.toReversed()) if (forgotten.has(name)) await clearArtifact(folder, name)
  if (!wasFinished) return
  const kept = (await readdir(folder)).filter((file) => file.startsWith(`${from}_`))
  for (const file of kept) await rm(join(folder, file), { recursive: true, force: true })
}
