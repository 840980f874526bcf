import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/**
 * V8 forgets a compiled program once nobody holds it, and the next database to open would compile it again: half of the
 * processor's time of opening one.
 */
const kept = globalThis as { compiledDatabase?: Promise<object> }
kept.compiledDatabase ??= readFile(
  join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
).then((bytes) => WebAssembly.compile(bytes))

/** A stray console.error is a fault that nobody looked at: it fails the test that caused it. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  expect(calls, 'a test must not write to console.error').toEqual([])
})
