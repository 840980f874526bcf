/**
 * `npm run mutate [-- ROW…]` breaks a copy of the product once for each row of docs/spec-coverage.md and runs that
 * row's tests. A row is proved if its tests pass on the original and fail on the broken copy. ROW is a number such as 7
 * or 7.3, `unit`, or `browser`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CoverageRow, type NamedTest, readCoverage } from './coverage.ts'
import { openRunner, toKey, type Runner } from './mutate.tests.ts'
import { type Mutation, mutations, recordRed } from './mutations.ts'
import { root } from './steps.ts'

function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'venire-mutate-'))
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  for (const name of listed.stdout.split('\0')) {
    if (name === '' || !existsSync(join(root, name))) continue
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(join(root, name), join(copy, name))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function mutate(folder: string, { file, find, replace }: Mutation): () => void {
  const path = join(folder, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2) throw new Error(`${file} must hold this exactly once: ${find}`)
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  return () => writeFileSync(path, original)
}

const isBrowserTest = ({ file }: NamedTest): boolean => file.endsWith('.spec.ts')

function isChosen(row: CoverageRow, chosen: readonly string[]): boolean {
  const kind = row.tests.some((each) => isBrowserTest(each)) ? 'browser' : 'unit'
  const numbers = chosen.filter((each) => each !== 'browser' && each !== 'unit')
  return (
    row.isProved &&
    (numbers.length === chosen.length || chosen.includes(kind)) &&
    (numbers.length === 0 || numbers.some((each) => row.number === each || row.number.startsWith(`${each}.`)))
  )
}

async function runUntilRed(runner: Runner, tests: readonly NamedTest[], { file, red: before }: Mutation) {
  const last = tests.filter((each) => toKey(each) === before)
  const others = tests.filter((each) => toKey(each) !== before)
  const unit = others.filter((each) => !isBrowserTest(each))
  const browser = others.filter((each) => isBrowserTest(each))
  for (const some of [last, unit, browser]) {
    if (some.length === 0) continue
    const red = await runner.run(some, file)
    const noticed = some.find((each) => red.has(toKey(each)))
    if (noticed) return { red, noticed }
  }
  return { red: new Map<string, string>(), noticed: undefined }
}

type Verdict = 'proved' | 'survived' | 'fails unbroken'

async function judgeRow(folder: string, runner: Runner, { number, tests }: CoverageRow, unbroken: Map<string, string>) {
  const failing = tests.find((each) => unbroken.has(toKey(each)))
  if (failing) return { verdict: 'fails unbroken' as const, reason: unbroken.get(toKey(failing)) ?? '' }
  const list = mutations[number] ?? []
  let reason = list.length === 0 ? 'no mutation' : ''
  for (const [index, mutation] of list.entries()) {
    const restore = mutate(folder, mutation)
    try {
      const { red, noticed } = await runUntilRed(runner, tests, mutation)
      if (!noticed) return { verdict: 'survived' as const, reason: mutation.file }
      recordRed(number, index, toKey(noticed))
      reason = red.get(toKey(noticed)) ?? ''
    } finally {
      restore()
    }
  }
  return { verdict: list.length === 0 ? ('survived' as const) : ('proved' as const), reason }
}

const chosen = process.argv.slice(2)
const rows = readCoverage(root).filter((row) => isChosen(row, chosen))
const folder = copyTree()
const runner = openRunner(folder)
try {
  const named = new Map<string, NamedTest>(rows.flatMap(({ tests }) => tests.map((each) => [toKey(each), each])))
  const unbroken = await runner.run([...named.values()], null)
  for (const [key, reason] of unbroken) console.log(`Fails unbroken: ${key}\n    ${reason}`)
  const verdicts = new Map<Verdict, string[]>()
  for (const row of rows) {
    const { verdict, reason } = await judgeRow(folder, runner, row, unbroken)
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), row.number])
    console.log(`${row.number} ${verdict}: ${row.tests.map(toKey).join('; ')}\n    ${reason}`)
  }
  for (const verdict of ['proved', 'survived', 'fails unbroken'] as const) {
    const numbers = verdicts.get(verdict) ?? []
    console.log(`${numbers.length} ${verdict}${verdict === 'proved' ? '' : `: ${numbers.join(' ')}`}`)
  }
  process.exitCode = verdicts.get('proved')?.length === rows.length ? 0 : 1
} finally {
  await runner.close()
  rmSync(folder, { recursive: true, force: true })
}
