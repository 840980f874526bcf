import { expect, test } from 'vitest'
import { helpText, unknownVerbText, type Verb } from './run.ts'

const verb: Verb = { usage: 'FILE', summary: 'Does a thing.', load: async () => async () => 0 }
const verbs = { analyze: verb, doctor: { ...verb, usage: '' } }

test('lists every command with its arguments and purpose', () => {
  const text = helpText(verbs, '1.2.3')
  expect(text).toContain('Venire 1.2.3')
  expect(text).toMatch(/^ {2}analyze FILE {2}Does a thing\.$/m)
  expect(text).toMatch(/^ {2}doctor {8}Does a thing\.$/m)
})

test('suggests the closest command for a typo', () => {
  expect(unknownVerbText('analyse', verbs)).toBe('Unknown command "analyse". Did you mean "analyze"?')
  expect(unknownVerbText('docter', verbs)).toContain('"doctor"')
})

test('points to the command list if no command is close', () => {
  expect(unknownVerbText('frobnicate', verbs)).toBe('Unknown command "frobnicate". For a list, run: venire --help')
})
