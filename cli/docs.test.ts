import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verbs } from './run.ts'

const page = readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8')
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section): [string, string] => [/^`([\w-]+)/.exec(section)?.[1] ?? '', section.split(/^## /m)[0] ?? '']),
)

test('documents exactly the existing commands', () => {
  expect([...sections.keys()].toSorted()).toEqual(Object.keys(verbs).toSorted())
})

test.for(Object.keys(verbs))('documents %s with an example and every option in its help', async (name) => {
  const section = sections.get(name) ?? ''
  expect(section).toMatch(new RegExp(`\`\`\`sh[\\s\\S]*\\./venire ${name}`))
  const written: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text: string | Uint8Array) => Boolean(written.push(String(text)))
  try {
    const run = await verbs[name]!.load()
    expect(await run(['--help'])).toBe(0)
  } finally {
    process.stdout.write = write
  }
  const options = new Set(written.join('').match(/--[a-z]+/g))
  options.delete('--help')
  for (const option of options) expect([name, section]).toEqual([name, expect.stringContaining(option)])
})
