import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMissingParts, installCommand, systemParts } from './parts.mjs'
import { root } from './steps.ts'

test('each package manager gets its own command, with each package once', () => {
  const speech = systemParts.filter(({ name }) => name.includes('pocketsphinx'))
  expect(installCommand(speech, 'apt', false)).toBe('sudo apt-get install -y pocketsphinx pocketsphinx-en-us')
  expect(installCommand(speech, 'apt', true)).toBe('apt-get install -y pocketsphinx pocketsphinx-en-us')
  expect(installCommand(speech, 'brew', false)).toBe('brew install cmu-pocketsphinx')
  expect(installCommand(speech, 'pacman', false)).toBeNull()
  expect(installCommand(systemParts, null, false)).toBeNull()
})

test('running needs fewer parts than testing', () => {
  const missing = findMissingParts('run')
  expect(missing.every((part) => part.for === 'run')).toBe(true)
  expect(systemParts.filter((part) => part.for === 'test').every((part) => part.packages.apt)).toBe(true)
})

test('setup with nothing missing is quick and silent', () => {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync('node', [join(import.meta.dirname, 'setup.mjs'), '--for', 'test'], {
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  // Takes 0.1 s on an idle machine, but tests run in parallel.
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

test('rejects an unknown purpose', () => {
  const { status, stderr } = spawnSync('node', [join(import.meta.dirname, 'setup.mjs'), '--for', 'fun'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe('Usage: node tools/setup.mjs [--for run|test]\n')
})

test('names a missing program before npm downloads anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'venire-bare-'))
  try {
    cpSync(import.meta.dirname, join(folder, 'tools'), { recursive: true })
    for (const name of ['package.json', 'package-lock.json', 'engine/models/models.json'])
      cpSync(join(root, name), join(folder, name))
    const log = join(folder, 'called')
    mkdirSync(join(folder, 'bin'))
    for (const name of ['npm', 'apt-get', 'dnf', 'pacman', 'brew']) {
      writeFileSync(
        join(folder, 'bin', name),
        `#!/bin/sh\necho "${name} $*" >> ${log}\n[ "$1" != --version ] || echo 11.0.0\n`,
      )
      chmodSync(join(folder, 'bin', name), 0o755)
    }
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools/setup.mjs'), '--for', 'test'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, CHROMIUM_PATH: join(folder, 'none') },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('Missing chromium (the browser for the tests)')])
    expect(readFileSync(log, 'utf8')).not.toMatch(/npm (?:ci|install|rebuild)/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
