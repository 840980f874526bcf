import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts, StageName } from '#contract/analysis.ts'
import type { EngineOptions, Stage } from './stage.ts'

/** What `<stage>.json` in a work folder holds. */
type Envelope = {
  key: string
  seconds: number
  /** The stage's own files beside it, with their sizes. */
  files: Record<string, number>
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

/** Makes the stage's files and its result durable; the result appears whole or not at all. */
export async function writeArtifact(
  folder: string,
  name: StageName,
  key: string,
  seconds: number,
  result: unknown,
): Promise<void> {
  const files: Record<string, number> = {}
  for (const file of await listFiles(folder, name)) {
    await using handle = await open(join(folder, file), 'r')
    await handle.sync()
    files[file] = (await handle.stat()).size
  }
  const temporary = join(folder, `${name}.json.tmp`)
  const envelope: Envelope = { key, seconds, files, result }
  await writeFile(temporary, JSON.stringify(envelope), { flush: true })
  await rename(temporary, join(folder, `${name}.json`))
  await using directory = await open(folder, 'r')
  await directory.sync()
}
