import { expect, test } from 'vitest'
import { exportSpecs } from '#contract/exports/templates.ts'
import { makers } from './makers.ts'

test('the form offers exactly what can be made', () => {
  const made = Object.fromEntries(makers.map(({ type, templates }) => [type, templates.toSorted()]))
  const offered = Object.fromEntries(
    Object.entries(exportSpecs).map(([type, { templates }]) => [type, templates.toSorted()]),
  )
  expect(offered).toEqual(made)
})

test('no type has two makers', () => {
  expect(new Set(makers.map(({ type }) => type)).size).toBe(makers.length)
})
