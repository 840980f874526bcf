import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdDecompress } from 'node:zlib'

const packed = fileURLToPath(new URL('data.tar.zst', import.meta.url))

/**
 * Unpacks v0.1.0's data folder into `folder`. Returns the path of the backup it contains. make.ts can recreate the
 * archive.
 */
export async function unpackData(folder: string): Promise<string> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(tar, 'exit')
  const params = { [constants.ZSTD_d_windowLogMax]: 27 }
  await pipeline(createReadStream(packed), createZstdDecompress({ params }), tar.stdin)
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error(`tar: ${code}`)
  const backups = join(folder, 'backups')
  return join(backups, (await readdir(backups))[0]!)
}
