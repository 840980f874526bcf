import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openSteps } from './progress.ts'

test('reports a step that goes quiet, but not one that prints', () => {
  vi.useFakeTimers()
  try {
    const lines: string[] = []
    const steps = openSteps((line) => lines.push(line))
    steps.begin('preparing the database')
    vi.advanceTimersByTime(3000)
    steps.say('Halfway there')
    vi.advanceTimersByTime(3000)
    expect(lines).toEqual(['Halfway there'])
    vi.advanceTimersByTime(6000)
    expect(lines).toEqual([
      'Halfway there',
      'Still preparing the database (7 s)…',
      'Still preparing the database (11 s)…',
    ])
    steps.end()
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

test('setup shows progress during a silent installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'venire-setup-'))
  try {
    const tools = join(import.meta.dirname, '../tools')
    mkdirSync(join(folder, 'tools'))
    for (const each of ['setup.mjs', 'parts.mjs', 'models.mjs', 'still-going.mjs'])
      copyFileSync(join(tools, each), join(folder, 'tools', each))
    mkdirSync(join(folder, 'engine/models'), { recursive: true })
    copyFileSync(join(tools, '../engine/models/models.json'), join(folder, 'engine/models/models.json'))
    mkdirSync(join(folder, 'bin'))
    const npm = join(folder, 'bin/npm')
    writeFileSync(
      npm,
      '#!/bin/sh\n[ "$1" = --version ] && echo 11.0.0 && exit\nsleep 6\necho no registry >&2\nexit 1\n',
    )
    chmodSync(npm, 0o755)
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools/setup.mjs')], {
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('Still installing the npm packages (4 s)…')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
