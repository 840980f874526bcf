import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRationale } from '#law/rationale/check.ts'
import { rationaleLevels } from '#contract/strikes/rationale.ts'
import { findForum } from '#law/forums/forums.ts'

type Row = { id: string; forum: string; text: string; level: (typeof rationaleLevels)[number]; rules: string[] }
const read = (name: string): Row[] =>
  readFileSync(new URL(`${name}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
const tuning = read('tuning')
const unseen = read('unseen')
const check = ({ text, forum }: Row) => checkRationale({ text, kind: 'peremptory', forumId: forum, quotes: 1 })

test('the sets are complete and disjoint, with valid and invalid reasons for each law', () => {
  const all = [...tuning, ...unseen]
  expect(all.length).toBeGreaterThanOrEqual(150)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ text, forum }) => `${forum} ${text}`)).size).toBe(all.length)
  const texts = new Set(tuning.map(({ text }) => text))
  expect(unseen.filter(({ text }) => texts.has(text))).toEqual([])
  for (const { id, forum, level, rules } of all) {
    expect([id, findForum(forum) !== null, rationaleLevels.includes(level)]).toEqual([id, true, true])
    expect([id, rules.length === 0]).toEqual([id, level === 'ok'])
  }
  for (const law of ['ca_', 'wa_', 'us_fed', 'tx_'])
    for (const isClean of [true, false])
      expect(
        all.filter(({ forum, level }) => forum.startsWith(law) && (level === 'ok') === isClean).length,
      ).toBeGreaterThan(4)
})

test('every reason used to write the rules gets its level and rules', () => {
  for (const row of tuning) {
    const { level, items } = check(row)
    expect([row.id, row.text, level, items.map(({ rule }) => rule).sort()]).toEqual([
      row.id,
      row.text,
      row.level,
      row.rules.toSorted(),
    ])
  }
})

test("misses and false alarms on unseen reasons don't exceed the measured numbers", () => {
  const flagged = unseen.filter((row) => check(row).level !== 'ok')
  const due = unseen.filter(({ level }) => level !== 'ok')
  const both = flagged.filter(({ level }) => level !== 'ok').length
  expect(both / flagged.length).toBeGreaterThanOrEqual(0.95)
  expect(both / due.length).toBeGreaterThanOrEqual(0.95)
})
