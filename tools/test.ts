/**
 * `npm test` runs checks, unit tests, and browser tests in UTC, and date-dependent tests in two other time zones. To
 * run only some parts, list them: `npm test -- check unit zones server e2e`. To run only some folders, add them: `npm
 * test -- check unit law`. To use another zone: `TEST_ZONE=Pacific/Auckland npm test`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReportedStep, reportSteps } from './report.ts'
import { addTallies, readPlaywrightTally, summaryLine, type Tally } from './tally.ts'
import { findServerTests } from './server-leg.ts'
import { findZoneTests, otherZones } from './zones.ts'
import { isWithin, parseArgs, toFilters } from './test.args.ts'
import { checkSteps, findFailed, node, root, type Step } from './steps.ts'

const reports = mkdtempSync(join(tmpdir(), 'venire-test-'))
const webBuild: Step = { name: 'web build', command: node, args: [join(root, 'tools/build-web.mjs')] }

const runSteps = async (steps: readonly Step[]): Promise<Tally> => {
  const failed = await findFailed(steps)
  return {
    passed: steps.length - failed.length,
    failed: failed.length,
    skipped: 0,
    named: failed.map(({ name }) => name),
  }
}

function runTests(
  script: string,
  args: string[],
  read: (report: unknown) => Tally,
  env: Record<string, string>,
): Tally {
  const report = join(reports, 'report.json')
  rmSync(report, { force: true })
  const command = [join(root, 'node_modules', script), ...args]
  const { status } = spawnSync(node, command, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TZ: process.env.TEST_ZONE ?? 'UTC', ...env },
  })
  const tally = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0, named: [] }
  // A runner can fail without a failed test, for example in a hook.
  return status === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1, named: [`${script} itself`] }
}

function runVitest(folders: string[], env: Record<string, string>): Tally {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools/tally.reporter.ts')}`]
  const settings = { ...env, TALLY_FILE: join(reports, 'report.json') }
  return runTests('vitest/vitest.mjs', ['run', ...folders, ...reporters], (report) => report as Tally, settings)
}

const runFiles = (files: readonly string[], env: Record<string, string>): Tally => {
  const within = files.filter((file) => isWithin(file, chosen.folders))
  return within.length === 0 ? addTallies([]) : runVitest(within, env)
}

const parts: Record<string, () => Tally | Promise<Tally>> = {
  check: () => runSteps(checkSteps),
  unit: () => runVitest(toFilters(chosen.folders, root), {}),
  zones: () => addTallies(otherZones.map((zone) => runFiles(findZoneTests(root), { TZ: zone }))),
  server: () => runFiles(findServerTests(root), { VENIRE_TEST_DATABASE: 'server' }),
  e2e: async () => {
    const built = await runSteps([webBuild])
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'report.json') }
    return addTallies([
      built,
      runTests('@playwright/test/cli.js', ['test', '--reporter=list,json'], readPlaywrightTally, env),
    ])
  },
}

const chosen = parseArgs(process.argv.slice(2), Object.keys(parts), root)
if (chosen.unknown.length > 0) {
  console.error(
    `There is no part or folder "${chosen.unknown.join(', ')}". The parts are ${Object.keys(parts).join(', ')}.`,
  )
  process.exitCode = 2
} else {
  try {
    const run = Object.entries(parts).filter(([name]) => chosen.parts.includes(name))
    const steps: ReportedStep[] = run.map(([name]) => ({ name, status: 'pending' }))
    const build = new Date().toISOString()
    const tallies: Tally[] = []
    const times: string[] = []
    for (const [at, [name, work]] of run.entries()) {
      console.log(`\n== ${name} ==`)
      steps[at] = { name, status: 'running' }
      await reportSteps(build, steps)
      const started = performance.now()
      const tally = await work()
      const seconds = (performance.now() - started) / 1000
      tallies.push(tally)
      times.push(`${name} ${Math.round(seconds)} s`)
      steps[at] = {
        name,
        status: tally.failed === 0 ? 'completed' : 'failed',
        seconds,
        result: summaryLine(tally),
      }
      await reportSteps(build, steps)
    }
    const total = addTallies(tallies)
    if (total.named.length > 0) console.log(`\nDid not pass the first time:\n${total.named.join('\n')}`)
    console.log(`\n${times.join(', ')}\n${summaryLine(total)}`)
    process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}
