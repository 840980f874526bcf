import './imports.ts'
import { runCommandLine } from './run.ts'

// A reader that closes the pipe early, such as `head`, isn't an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommandLine(process.argv.slice(2))
