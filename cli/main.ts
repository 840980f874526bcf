import './imports.ts'
import { runCommandLine } from './run.ts'

// Only this process needs them. Recognition and ffmpeg allocate large buffers often.
delete process.env.MALLOC_TRIM_THRESHOLD_
delete process.env.MALLOC_MMAP_THRESHOLD_

// Readers such as `head` may close the pipe early, which isn't an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommandLine(process.argv.slice(2))
