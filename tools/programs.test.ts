import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkPrograms, checkSource, findShellPrograms } from './programs.ts'

const check = (body: string) =>
  checkSource(
    'test/a.test.ts',
    `import { execFile, execFileSync as call, spawnSync } from 'node:child_process'\nimport { promisify } from 'node:util'\n${body}`,
  ).problems

test('setup knows every program the project starts', () => {
  expect(checkPrograms(join(import.meta.dirname, '..')).problems).toEqual([])
})

test('rejects a program unknown to setup, however it is started', () => {
  const refusal = 'test/a.test.ts:3: starts openssl, which is not listed in tools/parts.mjs.'
  expect(check("spawnSync('openssl', ['version'])")).toEqual([refusal])
  expect(check("call('openssl')")).toEqual([refusal])
  expect(check("await promisify(execFile)('openssl', [])")).toEqual([refusal])
  expect(check("const run = promisify(execFile); void run('/usr/bin/openssl')")).toEqual([refusal])
  expect(check("await runLimited({ command: 'openssl', args: [], limits })")).toEqual([refusal])
  expect(check("spawnSync('ffmpeg', []); spawnSync(process.execPath, []); /a/.exec('openssl')")).toEqual([])
})

test('a program chosen at run time must be listed for its file', () => {
  expect(check('spawnSync(tool, [])')).toEqual([
    'test/a.test.ts:3: starts a program chosen at run time. List it in tools/programs.ts.',
  ])
})

test('a test may be skipped for missing development data but never for a missing program', () => {
  expect(check("test.skipIf(!hasFlite)('speaks', () => {})")).toEqual([
    'test/a.test.ts:3: test.skipIf(!hasFlite) may skip a test. Only missing development data may.',
  ])
  expect(check("test.skipIf(!existsSync(simulated))('hears', () => {})")).toEqual([])
  expect(check("test.runIf(onServer)('waits', () => {})")).toEqual([])
})

test("a shell script's programs are the first words of its commands", () => {
  const script = `
    # openssl is only named here
    for each in a b; do LC_ALL=C sort "$each" | uniq -c; done
    say() { echo "$(date) $*"; }
    if ! curl -s "$1"; then say 'no; wget either'; fi
    log=$(mktemp) && exec python3 -c 'import os' || { tail -n 1 "$log" && exit 1; }
  `
  expect(findShellPrograms(script).toSorted()).toEqual(['curl', 'date', 'mktemp', 'python3', 'sort', 'tail', 'uniq'])
})
