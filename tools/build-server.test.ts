import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, startProcess } from '#test/crash/platform.ts'
import { signUp } from '#test/crash/sign-up.ts'
import { findServer } from './build-server.mjs'
import { root } from './steps.ts'

let folder = ''
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'venire-bundle-'))
  for (const each of ['cli', 'server', 'worker', 'engine', 'contract', 'law', 'tools']) mkdirSync(join(folder, each))
  cpSync(join(root, 'tools/build-server.mjs'), join(folder, 'tools/build-server.mjs'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('package-lock.json', '{}')
  write('package.json', '{ "type": "module" }')
  write('main.ts', '')
  write('server/places.ts', 'export const places: string[] = [import.meta.dirname, import.meta.url]\n')
  write('cli/start.ts', "export { places } from '../server/places.ts'\nexport const version: number = 1\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

function runBundle() {
  const script = `
    const { findServer } = await import(${JSON.stringify(pathToFileURL(join(folder, 'tools/build-server.mjs')).href)})
    const url = findServer()
    console.log(JSON.stringify({ url, ...(url && (await import(url))) }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return { ...(JSON.parse(stdout) as { url: string | null; version?: number; places?: string[] }), stderr }
}

test('bundles once, and finds files next to their sources', () => {
  const first = runBundle()
  expect(first.places).toEqual([join(folder, 'server'), pathToFileURL(join(folder, 'server/places.ts')).href])
  expect(first.url).toMatch(/\/dist\/server\/[\da-f]{16}\/start\.mjs$/)
  expect(runBundle().url).toBe(first.url)
})

test('bundles changed sources again and keeps the build a running server uses', () => {
  const before = runBundle().url
  write('cli/start.ts', "export { places } from '../server/places.ts'\nexport const version: number = 22\n")
  const after = runBundle()
  expect([after.version, after.url === before]).toEqual([22, false])
  expect(readdirSync(join(folder, 'dist/server'))).toHaveLength(2)
})

test('runs the sources if they cannot be bundled', () => {
  write('cli/start.ts', "export { missing } from './missing.ts'\n")
  expect(runBundle()).toEqual({ url: null, stderr: expect.stringContaining('so its sources run') })
})

test('the bundled server starts, stores, and describes itself', async () => {
  expect(findServer()).toContain('/dist/server/')
  const data = mkdtempSync(join(tmpdir(), 'venire-bundled-'))
  const server = await startProcess(await freePort(), data, { SIGN_UP: 'open' })
  try {
    const headers = { authorization: `Bearer ${await signUp(server.url)}` }
    expect(await (await fetch(`${server.url}/api/videos`, { headers })).json()).toEqual([])
    expect(await (await fetch(`${server.url}/api/openapi.json`, { headers })).json()).toHaveProperty('paths')
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
})
