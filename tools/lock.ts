/**
 * Adds missing platform builds to package-lock.json. If a registry mirror lacks some of them, npm omits them from the
 * file and `npm ci` fails on every platform. `--check` only reports the gaps.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './steps.ts'

const LockedPackage = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.looseObject({ packages: z.record(z.string(), LockedPackage) })
type Lock = z.infer<typeof Lock>

function assertLock(value: unknown): asserts value is Lock {
  Lock.parse(value)
}

interface Gap {
  by: string
  name: string
  version: string
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors: readonly [RegExp, string][] = [
  [/arm64/, 'arm64'],
  [/-arm(?:-|$)/, 'arm'],
  [/x64/, 'x64'],
  [/ia32/, 'ia32'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/wasm32/, 'wasm32'],
]

export function findGaps({ packages }: Lock): Gap[] {
  return Object.entries(packages).flatMap(([by, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(by).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => ({ by, name, version })),
  )
}

function foldersAbove(path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/')
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/`), '']
}

function entryFor({ name, version }: Gap, isDev: boolean): z.infer<typeof LockedPackage> {
  const system = systems.find((each) => name.includes(each))
  const processor = processors.find(([pattern]) => pattern.test(name))?.[1]
  if (!processor || (!system && processor !== 'wasm32'))
    throw new Error(`The name of ${name} does not identify its platform.`)
  const libc = name.includes('musl') ? 'musl' : /linux.*-gnu/.test(name) ? 'glibc' : undefined
  return {
    version,
    cpu: [processor],
    ...(isDev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  }
}

export function fillGaps(lock: Lock): Lock {
  const added = findGaps(lock).map((gap) => [
    `node_modules/${gap.name}`,
    entryFor(gap, lock.packages[gap.by]?.dev === true),
  ])
  const packages = { ...lock.packages, ...Object.fromEntries(added) }
  const order = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(order.map((path) => [path, packages[path] ?? {}])) }
}

if (import.meta.main) {
  const file = join(root, 'package-lock.json')
  const lock: unknown = JSON.parse(readFileSync(file, 'utf8'))
  // Keeps the original object because zod's copy would reorder npm's keys.
  assertLock(lock)
  const gaps = findGaps(lock)
  if (process.argv.includes('--check')) {
    const [first] = gaps
    if (first) {
      console.error(
        `package-lock.json: ${gaps.length} packages have no entry, such as ${first.name}, so npm ci would fail.`,
      )
      console.error('To fill the gaps, run: node_modules/.bin/node tools/lock.ts')
      process.exitCode = 1
    }
  } else if (gaps.length > 0) writeFileSync(file, `${JSON.stringify(fillGaps(lock), null, 2)}\n`)
  console.log(`lock: ${Object.keys(lock.packages).length} packages, ${gaps.length} gaps`)
}
