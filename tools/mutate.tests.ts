import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type NamedTest, toTitlePattern } from './coverage.ts'
import { node } from './steps.ts'

const testMinutes = 20
/** Differs from the ports of `npm test` and the demo, so all three can run at once. */
const port = process.env.E2E_PORT ?? '4690'

export type Red = Map<string, string>
/** `broken` is the mutated file. The server restarts if the mutation may affect it. */
export type Runner = {
  run(tests: readonly NamedTest[], broken: string | null): Promise<Red>
  close(): Promise<void>
}

export const toKey = ({ file, title }: NamedTest): string => `${file}: ${title}`

type Outcome = { file: string; title: string; hasFailed: boolean; reason: string }

export function openRunner(folder: string): Runner {
  const report = join(folder, '.mutate.json')
  let server: ChildProcess | null = null
  let wasServerBroken = false

  function runProgram(args: readonly string[]): string {
    rmSync(report, { force: true })
    const { stdout, stderr } = spawnSync(node, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      timeout: testMinutes * 60_000,
      env: { ...process.env, E2E_PORT: port, E2E_SERVER: 'running', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    return `${stdout}${stderr}`
  }

  function readReport(said: string): unknown {
    try {
      return JSON.parse(readFileSync(report, 'utf8'))
    } catch {
      throw new Error(`The tests wrote no report:\n${said.slice(-4000)}`)
    }
  }

  function runUnit(tests: readonly NamedTest[]): Outcome[] {
    const output = runProgram([
      'node_modules/vitest/vitest.mjs',
      'run',
      ...new Set(tests.map(({ file }) => file)),
      '-t',
      toAnyTitle(tests),
      '--retry=0',
      '--reporter=json',
      `--outputFile=${report}`,
    ])
    const { testResults } = readReport(output) as VitestReport
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ title, status, failureMessages }) => ({
          file: name.slice(folder.length + 1),
          title,
          hasFailed: status === 'failed',
          reason: toFirstLine(failureMessages.join('\n')),
        })),
    )
  }

  async function runBrowser(tests: readonly NamedTest[], broken: string | null): Promise<Outcome[]> {
    const isServerBroken = broken !== null && !broken.startsWith('web/')
    if (server && (isServerBroken || wasServerBroken)) await stop()
    wasServerBroken = isServerBroken
    const build = spawnSync(node, ['tools/build-web.mjs'], { cwd: folder, encoding: 'utf8' })
    if (build.status !== 0) throw new Error(build.stderr)
    if (!server) await start()
    const output = runProgram([
      'node_modules/@playwright/test/cli.js',
      'test',
      ...new Set(tests.map(({ file }) => file)),
      '-g',
      toAnyTitle(tests),
      '--project=desktop',
      '--project=mobile',
      '--retries=0',
      ...(broken === null ? [] : ['-x']),
      '--reporter=json',
    ])
    const { suites = [] } = readReport(output) as PlaywrightReport
    return suites.flatMap((suite) => readSuite(suite))
  }

  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false

  async function start(): Promise<void> {
    if (await isReady()) throw new Error(`Port ${port} is in use.`)
    const started = spawn(node, ['--disable-warning=ExperimentalWarning', 'e2e/server.ts', port], {
      cwd: folder,
      stdio: 'ignore',
    })
    server = started
    for (let tries = 0; tries < 600 && started.exitCode === null; tries += 1) {
      if (await isReady()) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error('The browser test server did not start.')
  }

  async function stop(): Promise<void> {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    server = null
  }

  return {
    async run(tests, broken) {
      const unit = tests.filter(({ file }) => !file.endsWith('.spec.ts'))
      const browser = tests.filter(({ file }) => file.endsWith('.spec.ts'))
      const outcomes = [
        ...(unit.length > 0 ? runUnit(unit) : []),
        ...(browser.length > 0 ? await runBrowser(browser, broken) : []),
      ]
      const red: Red = new Map()
      for (const test of tests) {
        const pattern = new RegExp(`^${toTitlePattern(test.title)}`)
        const found = outcomes.filter(({ file, title }) => file === test.file && pattern.test(title))
        if (found.length === 0) throw new Error(`${toKey(test)} was not run${broken ? ` with ${broken} broken` : ''}`)
        const failed = found.find(({ hasFailed }) => hasFailed)
        if (failed) red.set(toKey(test), failed.reason)
      }
      return red
    },
    close: stop,
  }
}

const toAnyTitle = (tests: readonly NamedTest[]): string =>
  `(${tests.map(({ title }) => toTitlePattern(title)).join('|')})`

const escapes = new RegExp(String.raw`\u001b\[[\d;]*m`, 'g')
const toFirstLine = (message: string): string =>
  message
    .replaceAll(escapes, '')
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
    .slice(0, 4)
    .join(' ')
    .slice(0, 300)

type VitestReport = {
  testResults: {
    name: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
type PlaywrightReport = { suites?: PlaywrightSuite[] }

const readSuite = ({ suites = [], specs }: PlaywrightSuite): Outcome[] => [
  ...suites.flatMap((each) => readSuite(each)),
  ...specs.map(({ title, file, tests }) => ({
    file: file.startsWith('e2e/') ? file : `e2e/${file}`,
    title,
    hasFailed: tests.some(({ status }) => status === 'unexpected'),
    reason: toFirstLine(tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n')),
  })),
]
