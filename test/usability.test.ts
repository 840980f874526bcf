import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('a browser test counts the acts of every row of the click table', () => {
  const [, table = ''] = readFileSync(join(root, 'docs/usability.md'), 'utf8').split('## Steps per task')
  const tasks = table.match(/^\| (?!Task|-)[^|]+(?= \| .+ \| .*\d.* \|$)/gm)!.map((row) => row.slice(2))
  expect(tasks.length).toBeGreaterThan(15)
  const specs = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
  const sources = specs.map((name) => readFileSync(join(root, 'e2e', name), 'utf8')).join('\n')
  expect(tasks.filter((task) => !sources.includes(`readActs('${task}')`))).toEqual([])
})
