import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks DATA_DIR for this process and returns the unlock function. Throws if it is already locked. Uses SQLite's file
 * lock, which the kernel releases even after kill -9.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holder = new DatabaseSync(join(dataDir, 'venire.lock'), { timeout: 0 })
  try {
    holder.exec('pragma journal_mode = memory; begin exclusive')
  } catch {
    holder.close()
    throw new Error(
      `DATA_DIR ${dataDir} is in use by another Venire process. Stop that one first, or choose another DATA_DIR.`,
    )
  }
  return () => holder.close()
}
