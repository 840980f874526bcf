/** The process of the command line. */
import { runCommandLine } from './run.ts'

// A reader that closes early, such as head, ends the output and is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommandLine(process.argv.slice(2))
