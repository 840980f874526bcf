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

const nodeStep = (name: string, script: string, ...args: string[]): Step => ({
  name,
  command: node,
  args: [join(root, script), ...args],
})
const toolStep = (name: string, tool: string, ...args: string[]): Step => ({ name, command: bin(tool), args })

export const checkSteps: readonly Step[] = [
  toolStep('types', 'tsc', '-p', 'tsconfig.json'),
  toolStep('types of the contract', 'tsc', '-p', 'contract/tsconfig.json'),
  toolStep('types of the law', 'tsc', '-p', 'law/tsconfig.json'),
  toolStep('types of the web', 'tsc', '-p', 'web/tsconfig.json'),
  toolStep('types of the browser tests', 'tsc', '-p', 'e2e/tsconfig.json'),
  toolStep('lint', 'oxlint', '--type-aware'),
  toolStep('format', 'oxfmt', '--check'),
  nodeStep('rooms', 'tools/rooms.ts'),
  nodeStep('words', 'tools/words.ts'),
  nodeStep('spelling', 'node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary'),
  nodeStep('programs', 'tools/programs.ts'),
  nodeStep('lock file', 'tools/lock.ts', '--check'),
  nodeStep('licenses', 'tools/licenses.ts', '--check'),
  toolStep('unused code', 'knip', '--no-progress'),
]

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
