import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const fileName = 'models.lock.json'
const Pins = z.record(z.string(), z.record(z.string(), z.string()))
/** Model → file → SHA-256 as it was at the first pull. */
export type Pins = z.infer<typeof Pins>

/** The pinned hashes of a folder of models; empty where nothing was pulled into it. Throws where the file is damaged. */
export async function readPins(folder: string): Promise<Pins> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return Pins.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${join(folder, fileName)} is damaged; restore it from a backup, or remove it and pull the models again.`,
    )
  }
}

export async function writePins(folder: string, pins: Pins): Promise<void> {
  const path = join(folder, fileName)
  await writeFile(`${path}.tmp`, `${JSON.stringify(pins, null, 2)}\n`, { flush: true })
  await rename(`${path}.tmp`, path)
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part as Buffer)
  return hash.digest('hex')
}
