import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verbs } from './run.ts'

const launcher = join(import.meta.dirname, '../venire')
const venire = (args: string[], options: { command?: string; cwd?: string; env?: Record<string, string> } = {}) =>
  spawnSync(options.command ?? launcher, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
  })

test('lists commands from any folder and through a symlink', () => {
  const folder = mkdtempSync(join(tmpdir(), 'venire-link-'))
  try {
    symlinkSync(launcher, join(folder, 'venire'))
    const { stdout, stderr, status } = venire(['--help'], { command: join(folder, 'venire'), cwd: '/' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    for (const name of Object.keys(verbs)) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('exits with 2 and one sentence for an unknown command', () => {
  const { stdout, stderr, status } = venire(['strat'])
  expect({ stdout, stderr, status }).toEqual({
    stdout: '',
    stderr: 'Unknown command "strat". Did you mean "start"?\n',
    status: 2,
  })
})

test('exits with 2 for an invalid option and says where options are listed', () => {
  const { stderr, status } = venire(['doctor', '--colour'])
  expect(stderr).toBe("Unknown option '--colour'. For the options, run: venire doctor --help\n")
  expect(status).toBe(2)
})

test('loads every command and prints its help', { timeout: 240_000 }, () => {
  // Load all verbs in one process, because starting a process takes longer than loading a verb.
  const script = `
    const { runCommandLine } = await import(${JSON.stringify(new URL('./run.ts', import.meta.url).href)})
    for (const name of ${JSON.stringify(Object.keys(verbs))}) {
      console.log('venire help ' + name)
      console.log('ends with ' + await runCommandLine(['help', name]))
    }`
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
  const { stdout, stderr, status } = venire(options, { command: process.execPath })
  expect([stderr, status]).toEqual(['', 0])
  for (const name of Object.keys(verbs)) {
    const said = stdout.split(`venire help ${name}\n`)[1]?.split(/^venire help /m)[0]
    expect(said, `venire help ${name}`).toContain(`Usage: venire ${name}`)
    expect(said, `venire help ${name}`).toMatch(/^ends with 0$/m)
  }
  const { stdout: launched } = venire(['help', 'doctor'])
  expect(launched).toContain('Usage: venire doctor')
})

test('lists all invalid settings without a stack trace', () => {
  const { stderr, status } = venire(['start'], { env: { PORT: 'abc', MAX_UPLOAD_GB: 'many' } })
  expect(stderr).toContain('PORT')
  expect(stderr).toContain('MAX_UPLOAD_GB')
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(status).toBe(1)
})
