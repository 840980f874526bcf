/** The steps of `npm run check`, and how one is run: quiet when it passes, with its whole output when it fails. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

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

/** Runs one step from the root; true when it passed. */
export function passStep({ name, command, args }: Step): boolean {
  const startedAt = performance.now()
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const hasPassed = result.status === 0
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!hasPassed) console.log(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trimEnd())
  return hasPassed
}
