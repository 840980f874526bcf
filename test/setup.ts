import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/** Caches the compiled database because compiling accounts for half the CPU time of opening it. */
const kept = globalThis as { compiledDatabase?: Promise<object> }
kept.compiledDatabase ??= readFile(
  join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
).then((bytes) => WebAssembly.compile(bytes))

beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  expect(calls, 'a test must not write to console.error').toEqual([])
})
