import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('./create.child.ts', import.meta.url))

/** Uses a child process because creating a database takes about 130 MB more than opening one, and that memory is never released. */
export function createInOwnProcess(folder: string): Promise<void> {
  const options = ['--disable-warning=ExperimentalWarning', child, folder]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, options, (error, _stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || `The database could not be created: ${error.message}`))
      else resolve()
    })
  })
}
