import { expect, test } from 'vitest'
import { madeTemplates } from '#contract/exports/made.ts'
import { templateRules } from '#contract/exports/templates.ts'
import { makers } from './makers.ts'

test('the form offers what is made, and nothing else', () => {
  const made = Object.fromEntries(makers.map(({ type, templates }) => [type, templates.toSorted()]))
  const offered = Object.fromEntries(Object.entries(madeTemplates).map(([type, list]) => [type, list.toSorted()]))
  expect(offered).toEqual(made)
})

test('a maker makes only what its type may have, and no template has two', () => {
  for (const { type, templates } of makers)
    for (const template of templates)
      expect([template, templateRules[template].types]).toEqual([template, expect.arrayContaining([type])])
  expect(new Set(makers.map(({ type }) => type)).size).toBe(makers.length)
})
