import './imports.ts'
import { runCommandLine } from './run.ts'

// Readers such as `head` may close the pipe early, which isn't an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommandLine(process.argv.slice(2))
