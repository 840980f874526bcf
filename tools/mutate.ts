/**
 * `npm run mutate [-- ROW…]`: breaks the product once per row of docs/spec-coverage.md, in a copy of the working tree, and
 * runs the tests that the row names. A row is proved when they pass on the product as it is and fail once it is broken.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CoverageRow, type NamedTest, readCoverage, toTitlePattern } from './coverage.ts'
import { type Mutation, mutations } from './mutations.ts'
import { node, root } from './steps.ts'

const testMinutes = 5
/** Away from the ports of `npm test` and of a demo, so that both can run beside. */
const port = process.env.E2E_PORT ?? '4690'

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

/** Whether the tests pass; throws if the runner found none of them. */
function passTests(folder: string, tests: readonly NamedTest[]): boolean {
  return tests.every(({ file, title }) => {
    const isBrowser = file.endsWith('.spec.ts')
    const args = isBrowser
      ? [
          'node_modules/@playwright/test/cli.js',
          'test',
          file,
          '-g',
          toTitlePattern(title),
          `--project=${file.includes('mobile') ? 'mobile' : 'desktop'}`,
          '--retries=0',
          '--reporter=line',
        ]
      : ['node_modules/vitest/vitest.mjs', 'run', file, '-t', toTitlePattern(title), '--retry=0']
    const { status, stdout, stderr } = spawnSync(node, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      timeout: testMinutes * 60_000,
      env: { ...process.env, E2E_PORT: port, CI: 'true' },
    })
    if (/No tests found|No test files found|Tests +\d+ skipped/.test(`${stdout}${stderr}`))
      throw new Error(`${file} has no test "${title}"`)
    return status === 0
  })
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

type Verdict = 'proved' | 'survived' | 'fails unbroken'

function judgeRow(
  folder: string,
  { tests }: CoverageRow,
  list: readonly Mutation[],
  passing: Map<string, boolean>,
): Verdict {
  for (const test of tests) {
    const key = `${test.file}: ${test.title}`
    if (!passing.has(key)) passing.set(key, passTests(folder, [test]))
    if (!passing.get(key)) return 'fails unbroken'
  }
  for (const mutation of list) {
    const restore = mutate(folder, mutation)
    try {
      if (passTests(folder, tests)) return 'survived'
    } finally {
      restore()
    }
  }
  return 'proved'
}

const chosen = process.argv.slice(2)
const rows = readCoverage(root).filter(
  ({ number, isProved }) =>
    isProved && (chosen.length === 0 || chosen.some((each) => number === each || number.startsWith(`${each}.`))),
)
const folder = copyTree()
try {
  const passing = new Map<string, boolean>()
  const verdicts = new Map<Verdict, string[]>()
  for (const row of rows) {
    const list = mutations[row.number] ?? []
    const verdict = list.length === 0 ? 'survived' : judgeRow(folder, row, list, passing)
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), row.number])
    console.log(
      `${row.number} ${verdict}: ${list.map(({ file }) => file).join(', ')} → ${row.tests.map(({ file, title }) => `${file}: ${title}`).join('; ')}`,
    )
  }
  console.log(
    ['proved', 'survived', 'fails unbroken']
      .map((each) => `${verdicts.get(each as Verdict)?.length ?? 0} ${each}`)
      .join(', '),
  )
  for (const verdict of ['survived', 'fails unbroken'] as const) {
    const numbers = verdicts.get(verdict)
    if (numbers) console.log(`${verdict}: ${numbers.join(' ')}`)
  }
  process.exitCode = verdicts.get('proved')?.length === rows.length ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
