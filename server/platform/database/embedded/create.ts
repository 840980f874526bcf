import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('./create.child.ts', import.meta.url))

/**
 * Makes the embedded database in a process of its own: making it takes some 130 MB more than opening it, which this
 * process would keep for as long as it runs. Throws the sentence of the process that failed.
 */
export function createInOwnProcess(folder: string): Promise<void> {
  const options = ['--disable-warning=ExperimentalWarning', child, folder]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, options, (error, _stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || `The database could not be made: ${error.message}`))
      else resolve()
    })
  })
}
