import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCoverage } from '#tools/coverage.ts'
import { mutations } from '#tools/mutations.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const rows = readCoverage(root)

function holdsTest(testFile: string, title: string): boolean {
  const source = read(testFile)
  return [title, title.replaceAll("'", String.raw`\'`)].some((each) =>
    ["'", '`', '"'].some((quote) => source.includes(`${quote}${each}${quote}`)),
  )
}

test('every table line is a complete row, and the numbers have no gaps', () => {
  expect(rows.length).toBeGreaterThan(100)
  let expected = { section: 1, row: 0 }
  for (const { number } of rows) {
    const [section = 0, row = 0] = number.split('.').map(Number)
    expected =
      section === expected.section ? { section, row: expected.row + 1 } : { section: expected.section + 1, row: 1 }
    expect({ section, row }, number).toEqual(expected)
  }
  expect(expected.section).toBe(9)
})

test('every file exists, and every test has the named title', () => {
  const missing = rows.flatMap(({ number, file, tests }) => [
    ...[file, ...tests.map((each) => each.file)]
      .filter((each) => !existsSync(join(root, each)))
      .map((each) => `${number}: ${each}`),
    ...tests
      .filter((each) => existsSync(join(root, each.file)) && !holdsTest(each.file, each.title))
      .map((each) => `${number}: ${each.file} has no test "${each.title}"`),
  ])
  expect(missing).toEqual([])
})

test('every mutation belongs to a row and matches exactly once in its file', () => {
  const numbers = new Set(rows.map(({ number }) => number))
  const faults = Object.entries(mutations).flatMap(([number, list]) => [
    ...(numbers.has(number) ? [] : [`${number} is no row`]),
    ...list
      .filter(({ file, find }) => read(file).split(find).length !== 2)
      .map(({ file, find }) => `${number}: ${file} doesn't hold this exactly once: ${find}`),
  ])
  expect(faults).toEqual([])
})

test('every mutation turned a test of its row red', () => {
  const named = new Map(rows.map(({ number, tests }) => [number, tests.map((each) => `${each.file}: ${each.title}`)]))
  const faults = Object.entries(mutations).flatMap(([number, list]) =>
    list
      .filter(({ red }) => red === undefined || !named.get(number)?.includes(red))
      .map(({ file, find, red }) => `${number}: ${red ?? 'nothing'} turned red when this broke in ${file}: ${find}`),
  )
  expect(faults).toEqual([])
})

test('every row has a mutation or says that it can’t be proved', () => {
  const without = rows.filter(({ number, isProved }) => isProved !== (mutations[number] ?? []).length > 0)
  expect(without.map(({ number }) => number)).toEqual([])
})
