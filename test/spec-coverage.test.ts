/** docs/spec-coverage.md names, for each requirement, what does it and what proves it: all of it must be there. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/spec-coverage.md', root), 'utf8')

type Row = { number: string; file: string; testFile: string; title: string }

const rows: Row[] = [...page.matchAll(/^\| (\d+\.\d+) \| .+ \| `([^`]+)` \| `([^`]+)`: (.+) \|$/gm)].map(
  ([, number = '', file = '', testFile = '', title = '']) => ({ number, file, testFile, title }),
)

/** A title as the test's source writes it: quotes inside it are escaped there. */
function holdsTest(testFile: string, title: string): boolean {
  const source = readFileSync(new URL(testFile, root), 'utf8')
  return [title, title.replaceAll("'", String.raw`\'`)].some((each) =>
    ["'", '`', '"'].some((quote) => source.includes(`${quote}${each}${quote}`)),
  )
}

test('every line of a table is a whole row, and the numbers are unbroken', () => {
  const lines = page.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.map((row) => row.number)).toHaveLength(lines.length)
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

test('every file is there, and every test has the title that is named', () => {
  const missing = rows.flatMap(({ number, file, testFile, title }) => [
    ...[file, testFile]
      .filter((each) => !existsSync(fileURLToPath(new URL(each, root))))
      .map((each) => `${number}: ${each}`),
    ...(existsSync(fileURLToPath(new URL(testFile, root))) && !holdsTest(testFile, title)
      ? [`${number}: ${testFile} has no test "${title}"`]
      : []),
  ])
  expect(missing).toEqual([])
})
