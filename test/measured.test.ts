import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measuredGroups } from '#contract/findings/measured.ts'

const page = readFileSync(new URL('../docs/engine.md', import.meta.url), 'utf8')
const rows = measuredGroups.flatMap(({ rows: own }) => own)

test('docs/engine.md shows exactly the measured figures, with material and goal', () => {
  const written = rows.map(({ what, on, figure, bar, isMet }) => {
    const goal = bar === null ? '–' : `${bar}: ${isMet ? 'met' : 'missed'}`
    return `| ${what} | ${on} | ${figure} | ${goal} |`
  })
  const tables = page.split(/\n(?!\|)/).filter((part) => part.trimStart().startsWith('| Measurement | Test data |'))
  const shown = tables.flatMap((table) => table.trim().split('\n').slice(2))
  expect(shown).toEqual(written)
  for (const { command } of measuredGroups) expect(page).toContain(`\`${command}\``)
})

test('a figure without a goal is neither met nor missed', () => {
  for (const { bar, isMet } of rows) expect(isMet === null).toBe(bar === null)
})

test("the page's charts exist", () => {
  const pictures = [...page.matchAll(/\]\((pictures\/[^)]+)\)/g)].map(([, path]) => path)
  expect(pictures.length).toBeGreaterThan(0)
  for (const path of pictures)
    expect([path, existsSync(new URL(`../docs/${path}`, import.meta.url))]).toEqual([path, true])
})
