import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type NamedTest = { file: string; title: string }
export type CoverageRow = { number: string; file: string; tests: NamedTest[]; isProved: boolean }

const page = 'docs/spec-coverage.md'
const unproved = 'Not proved: '

export function readCoverage(root: string): CoverageRow[] {
  const lines = readFileSync(join(root, page), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  return lines.map((line) => {
    const [, number = '', file = '', cell = ''] = /^\| (\d+\.\d+) \| .+ \| `([^`]+)` \| (.+) \|$/.exec(line) ?? []
    if (number === '') throw new Error(`${page}: this isn't a whole row: ${line}`)
    if (cell.startsWith(unproved)) return { number, file, tests: [], isProved: false }
    const tests = cell.split('<br>').map((each): NamedTest => {
      const [, testFile = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(each.trim()) ?? []
      if (testFile === '') throw new Error(`${page}: ${number} names no test: ${each}`)
      return { file: testFile, title }
    })
    return { number, file, tests, isProved: true }
  })
}

export const toTitlePattern = (title: string): string =>
  title
    .split(/%[sdoj]|\$\{[^}]*\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`))
    .join('.*')
