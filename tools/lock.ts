/**
 * Keeps package-lock.json whole. A registry that carries only some systems' builds of a package makes npm leave the others
 * out of the lock file, and then `npm ci` refuses it everywhere. `node tools/lock.ts` fills the gaps in after an
 * `npm install`; with `--check` it only says what is missing.
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
  /** Where the package that asks for it lies. */
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

/** Optional packages that the lock file names as wanted and does not hold. */
export function findGaps({ packages }: Lock): Gap[] {
  return Object.entries(packages).flatMap(([by, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(by).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => ({ by, name, version })),
  )
}

/** Where Node looks for what a package imports: inside it, then one package further out each time. */
function foldersAbove(path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/')
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/`), '']
}

/** The entry of a build for another system, read from its name. Throws where the name does not tell the system. */
function entryFor({ name, version }: Gap, isDev: boolean): z.infer<typeof LockedPackage> {
  const system = systems.find((each) => name.includes(each))
  const processor = processors.find(([pattern]) => pattern.test(name))?.[1]
  if (!processor || (!system && processor !== 'wasm32'))
    throw new Error(`The name of ${name} does not tell its system.`)
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

/** The lock file with an entry for every gap, in npm's own order. */
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
  // What zod answers has the keys in zod's order; the file keeps npm's.
  assertLock(lock)
  const gaps = findGaps(lock)
  if (process.argv.includes('--check')) {
    const [first] = gaps
    if (first) {
      console.error(
        `package-lock.json: ${gaps.length} wanted packages have no entry, such as ${first.name}: npm ci would refuse it.`,
      )
      console.error('To fill the gaps in, type: node_modules/.bin/node tools/lock.ts')
      process.exitCode = 1
    }
  } else if (gaps.length > 0) writeFileSync(file, `${JSON.stringify(fillGaps(lock), null, 2)}\n`)
  console.log(`lock: ${Object.keys(lock.packages).length} packages, ${gaps.length} gaps`)
}
