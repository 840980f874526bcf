import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { runCommandLine } from '../cli/run.ts'

export type Said = { code: number; says: string }

/** Runs the command line in this process because starting another one takes four times as long. */
export async function runCli(settings: Record<string, string>, ...args: string[]): Promise<Said> {
  const said: string[] = []
  const { env } = process
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...inherited } = env
  const line = (...words: unknown[]) => void said.push(`${words.map(String).join(' ')}\n`)
  // Replaces the console methods directly because any call to the console.error spy in test/setup.ts fails the test.
  const { log, error } = console
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  process.env = { ...inherited, ...settings }
  Object.assign(console, { log: line, error: line })
  try {
    return { code: await runCommandLine(args), says: said.join('') }
  } finally {
    process.env = env
    Object.assign(console, { log, error })
    write.mockRestore()
  }
}

const command = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

/** Runs the command line in its own process, for data folders whose keys differ from those this process has loaded. */
export async function spawnCli(settings: Record<string, string>, ...args: string[]): Promise<Said> {
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...env } = process.env
  const given = ['--disable-warning=ExperimentalWarning', command, ...args]
  return promisify(execFile)(process.execPath, given, { env: { ...env, ...settings } }).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      says: error.stdout + error.stderr,
    }),
  )
}
