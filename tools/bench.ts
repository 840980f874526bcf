import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { node, root } from './steps.ts'

const names = globSync('bench/*.ts', { cwd: root })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !name.includes('.'))
  .sort()
const [name, ...rest] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  if (name !== undefined) console.error(`Unknown bench "${name}".`)
  for (const each of names) console.log(`${each.padEnd(16)} ${describe(each)}`)
  if (names.length === 0) console.log('No benches yet.')
  process.exitCode = name === undefined ? 0 : 2
} else {
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'bench', `${name}.ts`), ...rest]
  process.exitCode = spawnSync(node, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

function describe(bench: string): string {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(root, 'bench', `${bench}.ts`), 'utf8'))?.[1] ?? ''
  const text = comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim()
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text
}
