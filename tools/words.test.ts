import { expect, test } from 'vitest'
import { checkWords } from './words.ts'

const slash = '/'

test('a path of the machine is refused with its line', () => {
  const text = `fine\nsee ${slash}work/main/notes.txt\n`
  expect(checkWords('docs/a.md', text)).toEqual([
    `docs/a.md:2: ${slash}work/main/notes.txt is a path of one machine. Use a relative path.`,
  ])
  expect(checkWords('a.ts', `'${slash}home/someone'`)).toHaveLength(1)
  expect(checkWords('a.ts', `"${slash}tmp/bash_jobs.0/1"`)).toHaveLength(1)
})

test('words and addresses that only look alike are fine', () => {
  expect(checkWords('a.md', 'paper/work/play, https://example.org/home/page, /workers/1, ~/work/x')).toEqual([])
})

test('a lock file that names a registry is refused', () => {
  const text = '"resolved": "https://registry.example/zod.tgz"'
  expect(checkWords('package-lock.json', text)).toHaveLength(1)
  expect(checkWords('other.json', text)).toEqual([])
})
