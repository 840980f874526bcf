import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkNames } from './rooms.names.ts'
import { checkRooms } from './rooms.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'venire-rooms-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function check(files: Record<string, string>, leastFiles = 1): string[] {
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), source)
  }
  return checkRooms(root, leastFiles).problems
}

test('limits function names that end in Of to 1%', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => `function getSeat${at}() {}`).join('\n')
  expect(checkNames(new Map([['a.ts', `${named(99)}\nconst seatOf = (id) => id`]]))).toEqual([])
  expect(checkNames(new Map([['a.ts', `${named(98)}\nconst seatOf = (id) => id`]]))).toEqual([
    '1.0% of function names end in “Of”. The limit is 1%. Use a verb and an object.',
    'a.ts: seatOf',
  ])
})

test('a tree that follows the rules has no problems', () => {
  const problems = check({
    'contract/cases.ts': "import { z } from 'zod'\nexport const Case = z.object({})\n",
    'engine/run.ts': "import { join } from 'node:path'\nimport type { Case } from '#contract/cases/cases.ts'\n",
    'server/features/cases/cases.routes.ts':
      "import { Case } from '#contract/cases/cases.ts'\nimport '#server/features/team/team.table.ts'\n",
    'server/features/exports/makers.ts': "import './packs/archive/a.ts'\n",
    'server/features/exports/packs/archive/a.ts': "import '../../core/b.ts'\n",
    'server/features/team/team.table.ts': 'export {}\n',
    'web/features/cases/CaseCard.tsx': "import { Button } from '#web/ui/Button.tsx'\nexport const card = <Button />\n",
    'web/ui/Button.tsx': 'export const Button = () => <button />\n',
    'engine/run.test.ts': "import '#server/features/team/team.table.ts'\n",
  })
  expect(problems).toEqual([])
})

const refusals: [string, Record<string, string>, string][] = [
  [
    'a room entered by a plain import',
    { 'engine/a.ts': "import { b } from '#server/platform/b.ts'\n" },
    'engine/a.ts: the room engine may not import server/platform/b.ts of the room server/platform.',
  ],
  [
    'a relative path',
    { 'web/ui/a.ts': "import { b } from '../platform/b.ts'\n" },
    'web/ui/a.ts: the room web/ui may not import web/platform/b.ts of the room web/platform.',
  ],
  [
    'a type import',
    { 'web/platform/a.ts': "import type { B } from '#server/platform/b.ts'\n" },
    'web/platform/a.ts: the room web/platform may not import server/platform/b.ts of the room server/platform.',
  ],
  [
    'a re-export',
    { 'contract/a.ts': "export * from '#engine/b.ts'\n" },
    'contract/a.ts: the room contract may not import engine/b.ts of the room engine.',
  ],
  [
    'a dynamic import',
    { 'engine/a.ts': "export const b = () => import('#worker/b.ts')\n" },
    'engine/a.ts: the room engine may not import worker/b.ts of the room worker.',
  ],
  [
    'the type form of import()',
    { 'engine/a.ts': "export type B = import('../worker/b.ts').B\n" },
    'engine/a.ts: the room engine may not import worker/b.ts of the room worker.',
  ],
  [
    'an import over several lines',
    { 'engine/a.ts': "import {\n  b,\n} from '#worker/b.ts'\n" },
    'engine/a.ts: the room engine may not import worker/b.ts of the room worker.',
  ],
  [
    'the web meeting the server',
    { 'web/screens/A.tsx': "import { b } from '#server/features/team/b.ts'\n" },
    'web/screens/A.tsx: the room web/screens may not import server/features/team/b.ts of the room server/features.',
  ],
  [
    'a package that is not zod in the contract',
    { 'contract/a.ts': "import 'fastify'\n" },
    'contract/a.ts: the room contract may not import the package fastify.',
  ],
  [
    "Node's modules in the contract",
    { 'contract/a.ts': "import 'node:fs'\n" },
    "contract/a.ts: the room contract may not import Node's module node:fs.",
  ],
  [
    "Node's modules in the browser",
    { 'web/ui/a.ts': "import { join } from 'path'\n" },
    "web/ui/a.ts: the room web/ui may not import Node's module path.",
  ],
  [
    'a database in the engine',
    { 'engine/a.ts': "import pg from 'pg'\n" },
    'engine/a.ts: the room engine may not import the package pg.',
  ],
  [
    'a feature that uses one to its right',
    { 'server/features/team/a.ts': "import '../cases/b.ts'\n" },
    'server/features/team/a.ts: team comes before cases, so it may not import server/features/cases/b.ts.',
  ],
  [
    'a feature without a place in the order',
    { 'server/features/gossip/a.ts': "import './b.ts'\n" },
    'server/features/gossip/a.ts: the feature gossip has no place in the order of tools/rooms.law.ts.',
  ],
  [
    'a module of a feature that uses one to its right',
    { 'server/features/exports/core/a.ts': "import '../packs/b.ts'\n" },
    'server/features/exports/core/a.ts: core comes before packs in exports, so it may not import server/features/exports/packs/b.ts.',
  ],
  [
    'a module that uses the front door of its feature',
    { 'server/features/exports/core/a.ts': "import '../makers.ts'\n" },
    'server/features/exports/core/a.ts: stands behind the front door of exports, so it may not import server/features/exports/makers.ts.',
  ],
  [
    'a module without a place in the order of its feature',
    { 'server/features/exports/misc/a.ts': "import '../core/b.ts'\n" },
    'server/features/exports/misc/a.ts: the module misc has no place in the order of exports in tools/rooms.law.ts.',
  ],
  [
    'web features that import each other',
    { 'web/features/a/A.tsx': "import '../b/B.tsx'\n" },
    'web/features/a/A.tsx: the features of web/features never import each other, so it may not import web/features/b/B.tsx.',
  ],
  [
    'a feature that uses a widget',
    { 'web/features/a/A.tsx': "import '#web/widgets/B.tsx'\n" },
    'web/features/a/A.tsx: the room web/features may not import web/widgets/B.tsx of the room web/widgets.',
  ],
  [
    'a widget that uses a screen',
    { 'web/widgets/A.tsx': "import '#web/screens/b/B.tsx'\n" },
    'web/widgets/A.tsx: the room web/widgets may not import web/screens/b/B.tsx of the room web/screens.',
  ],
  [
    'a screen that goes past the front door of a feature',
    {
      'web/screens/a/A.tsx': "import '#web/features/b/B.tsx'\n",
      'web/features/b/index.ts': "export {} from './B.tsx'\n",
    },
    'web/screens/a/A.tsx: enters web/features/b/B.tsx past the front door web/features/b/index.ts.',
  ],
  [
    'a screen that goes past the front door into a folder of a feature',
    {
      'web/screens/a/A.tsx': "import '#web/features/b/c/C.tsx'\n",
      'web/features/b/index.ts': "export {} from './c/C.tsx'\n",
    },
    'web/screens/a/A.tsx: enters web/features/b/c/C.tsx past the front door web/features/b/index.ts.',
  ],
  [
    'a screen of too many imports',
    { 'web/screens/a/A.tsx': Array.from({ length: 11 }, (_, index) => `import './${index}.ts'\n`).join('') },
    'web/screens/a/A.tsx: 11 local imports. The limit is 10.',
  ],
  [
    'a product file that imports a test',
    { 'engine/a.ts': "import './b.test.ts'\n" },
    'engine/a.ts: only tests may import the test file engine/b.test.ts.',
  ],
  ['a file in no room', { 'misc/a.ts': 'export {}\n' }, 'misc/a.ts: is not in any room of tools/rooms.law.ts.'],
  ['a file too long', { 'engine/a.ts': '\n'.repeat(401) }, 'engine/a.ts: 401 lines. The limit is 400.'],
  ['a test too long', { 'engine/a.test.ts': '\n'.repeat(801) }, 'engine/a.test.ts: 801 lines. The limit is 800.'],
]

for (const [name, files, sentence] of refusals) {
  test(`rejects ${name}`, () => {
    expect(check(files)).toEqual([sentence])
  })
}

test('rejects circular type imports, once', () => {
  const problems = check({
    'engine/a.ts': "import type { B } from './b.ts'\n",
    'engine/b.ts': "import type { C } from './c.ts'\n",
    'engine/c.ts': "export type { A } from '#engine/a.ts'\n",
  })
  expect(problems).toEqual([
    'engine/a.ts: imports itself in a circle: engine/a.ts → engine/b.ts → engine/c.ts → engine/a.ts.',
  ])
})

test("doesn't approve a tree in which it saw next to nothing", () => {
  expect(check({ 'engine/a.ts': 'export {}\n' }, 2)).toEqual(['Only 1 files found. Expected at least 2.'])
})

const branches = (count: number) => Array.from({ length: count }, (_, at) => `if (n === ${at}) return ${at}`).join('\n')
const toFunction = (count: number) => `export function f(n: number) {\n${branches(count)}\nreturn n\n}\n`

test('a product function has at most 14 branches; tests and nested functions count apart', () => {
  expect(check({ 'law/a.ts': toFunction(14) })).toEqual([])
  expect(check({ 'law/a.ts': toFunction(15) })).toEqual(['law/a.ts:1: a function of complexity 16. The limit is 15.'])
  expect(check({ 'law/a.ts': `export const f = () => {\n${toFunction(14).slice(7)}}\n` })).toEqual([])
  const mixed = 'n ? 1 : n && 2 || 3; for (const x of []) x; while (n) n--; try { n } catch { n }; '
  const cases = `switch (n) { ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `case ${at}:`).join(' ')} default: }`
  const source = (more: string) => `export const f = (n: number) => {${mixed}${cases}${more}}\n`
  expect(check({ 'law/a.ts': source('') })).toEqual(['law/a.ts:1: a function of complexity 16. The limit is 15.'])
  expect(check({ 'law/a.ts': '', 'law/a.test.ts': source('') })).toEqual([])
})

test('a product folder has at most 15 source files; tests and fixtures are free', () => {
  const fill = (count: number, end = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`cli/f${at}${end}`, 'export {}\n']))
  expect(check({ ...fill(15), ...fill(3, '.test.ts'), ...fill(3, '.fixture.ts') })).toEqual([])
  expect(check(fill(16))).toEqual(['cli: 16 source files. The limit is 15.'])
})
