import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds DATA_DIR for this process: two embedded databases on one folder would silently lose rows.
 * SQLite's file lock is used because the kernel frees it even after kill -9; a file with a process id would stay behind.
 * Returns the function that lets go. Throws one sentence when somebody else holds it.
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
