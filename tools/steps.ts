/** The steps of `npm run check`, and how one is run: quiet when it passes, with its whole output when it fails. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
export const node = bin('node')

export interface Step {
  name: string
  command: string
  args: string[]
}

const ofNode = (name: string, script: string, ...args: string[]): Step => ({
  name,
  command: node,
  args: [join(root, script), ...args],
})
const ofTool = (name: string, tool: string, ...args: string[]): Step => ({ name, command: bin(tool), args })

export const checkSteps: readonly Step[] = [
  ofTool('types', 'tsc', '-p', 'tsconfig.json'),
  ofTool('types of the contract', 'tsc', '-p', 'contract/tsconfig.json'),
  ofTool('types of the law', 'tsc', '-p', 'law/tsconfig.json'),
  ofTool('types of the web', 'tsc', '-p', 'web/tsconfig.json'),
  ofTool('types of the browser tests', 'tsc', '-p', 'e2e/tsconfig.json'),
  ofTool('lint', 'oxlint', '--type-aware'),
  ofTool('format', 'oxfmt', '--check'),
  ofNode('rooms', 'tools/rooms.ts'),
  ofNode('words', 'tools/words.ts'),
  ofNode('programs', 'tools/programs.ts'),
  ofNode('lock file', 'tools/lock.ts', '--check'),
  ofNode('licenses', 'tools/licenses.ts', '--check'),
  ofTool('unused code', 'knip', '--no-progress'),
]

/** Runs every step from the root, two at a time, also after one that failed. Returns those that failed. */
export async function findFailed(steps: readonly Step[]): Promise<Step[]> {
  const failed: Step[] = []
  const waiting = [...steps]
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await passStep(step))) failed.push(step)
  }
  await Promise.all([work(), work()])
  return failed
}

async function passStep({ name, command, args }: Step): Promise<boolean> {
  const startedAt = performance.now()
  const fault = await run(command, args, { cwd: root, maxBuffer: 64 << 20 }).then(
    () => null,
    (error: Error & { stdout?: string; stderr?: string }) =>
      `${error.stdout ?? ''}${error.stderr ?? ''}`.trimEnd() || error.message,
  )
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${fault === null ? '✓' : '✗'} ${name} (${seconds} s)${fault === null ? '' : `\n${fault}`}`)
  return fault === null
}
