import { vi } from 'vitest'
import { runCommandLine } from '../cli/run.ts'

export type Said = { code: number; says: string }

/**
 * The command line in this process: its exit code and everything it says. A process of its own takes four times as long
 * to load the program; start one only to test the process itself.
 */
export async function runCli(settings: Record<string, string>, ...args: string[]): Promise<Said> {
  const said: string[] = []
  const { env } = process
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...inherited } = env
  const line = (...words: unknown[]) => void said.push(`${words.map(String).join(' ')}\n`)
  // Not a spy on console.error: the one of every test refuses what is written there.
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
