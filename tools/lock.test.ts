import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fillGaps, findGaps } from './lock.ts'

const lock = {
  lockfileVersion: 3,
  packages: {
    '': { version: '1.0.0' },
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-gnu': '2.0.0',
        '@tool/linux-arm64-musl': '2.0.0',
        '@tool/darwin-arm64': '2.0.0',
      },
    },
    'node_modules/@tool/linux-x64-gnu': { version: '2.0.0', dev: true },
    'node_modules/outer': { version: '1.0.0', optionalDependencies: { inner: '3.0.0' } },
    'node_modules/outer/node_modules/inner': { version: '3.0.0' },
  },
}

test('reports a wanted package without an entry, nested or at the top, as a gap', () => {
  expect(findGaps(lock).map(({ name }) => name)).toEqual(['@tool/linux-arm64-musl', '@tool/darwin-arm64'])
})

test('a filled gap has the system from its name, and nothing else changes', () => {
  const filled = fillGaps(lock)
  expect(findGaps(filled)).toEqual([])
  expect(filled.packages).toMatchObject(lock.packages)
  expect(filled.packages['node_modules/@tool/linux-arm64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['arm64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(filled.packages['node_modules/@tool/darwin-arm64']).toMatchObject({ os: ['darwin'], cpu: ['arm64'] })
})

test("doesn't guess the system of a package whose name lacks it", () => {
  const packages = { '': {}, 'node_modules/a': { optionalDependencies: { fsevents: '2.0.0' } } }
  expect(() => fillGaps({ packages })).toThrow('The name of fsevents does not identify its platform.')
})

test('every package with code for x86-64 Linux has the same version for ARM64, except Node, which picks its own', async () => {
  const { packages } = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { version?: string; hasInstallScript?: boolean }>
  }
  const native = Object.keys(packages).filter((path) => /linux-x64/.test(path))
  expect(native).toContain('node_modules/sherpa-onnx-linux-x64')
  for (const path of native)
    expect([path, packages[path.replace('x64', 'arm64')]?.version]).toEqual([path, packages[path]?.version])
  const installing = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
  expect(installing).toEqual(['node_modules/node'])
})
