import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWithin, parseArgs, toFilters } from './test.args.ts'

const parts = ['check', 'unit', 'server'] as const
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'venire-law-'))
  for (const folder of ['law/forums', 'server']) mkdirSync(join(root, folder), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const parse = (...args: string[]) => parseArgs(args, parts, root)

test.for([
  [[], ['check', 'unit', 'server'], [], []],
  [['unit'], ['unit'], [], []],
  [['unit', 'check'], ['check', 'unit'], [], []],
  [['check', 'unit', 'law'], ['check', 'unit'], ['law'], []],
  [['law/forums'], ['check', 'unit', 'server'], ['law/forums'], []],
  [['unit', 'server/'], ['unit'], ['server/'], []],
  [['unit', 'server'], ['unit', 'server'], [], []],
  [['unit', 'lore'], ['unit'], [], ['lore']],
] as const)('npm test -- %s', ([args, chosen, folders, unknown]) => {
  expect(parse(...args)).toEqual({ parts: chosen, folders, unknown })
})

test('a folder matches its own files, not those of a folder whose name starts or ends like it', () => {
  expect(toFilters(['law'], '/srv/law')).toEqual(['/srv/law/law'])
  const files = ['law/forums/forums.test.ts', 'lawyers/a.test.ts', 'server/law/a.test.ts']
  expect(files.filter((file) => isWithin(file, ['law']))).toEqual(['law/forums/forums.test.ts'])
  expect(files.filter((file) => isWithin(file, ['law/', 'server/law/a.test.ts']))).toEqual([files[0], files[2]])
  expect(files.filter((file) => isWithin(file, []))).toEqual(files)
})
