import { expect, test } from 'vitest'
import { helpText, unknownVerbText, type Verb } from './run.ts'

const verb: Verb = { usage: 'FILE', summary: 'Does a thing.', load: async () => async () => 0 }
const verbs = { analyze: verb, doctor: { ...verb, usage: '' } }

test('the help lists every verb with its arguments and its purpose', () => {
  const text = helpText(verbs, '1.2.3')
  expect(text).toContain('Venire 1.2.3')
  expect(text).toMatch(/^ {2}analyze FILE {2}Does a thing\.$/m)
  expect(text).toMatch(/^ {2}doctor {8}Does a thing\.$/m)
})

test('a slip of the finger is answered with the nearest verb', () => {
  expect(unknownVerbText('analyse', verbs)).toBe('Unknown command "analyse". Did you mean "analyze"?')
  expect(unknownVerbText('docter', verbs)).toContain('"doctor"')
})

test('a word that is near to no verb is answered with where the verbs are listed', () => {
  expect(unknownVerbText('frobnicate', verbs)).toBe('Unknown command "frobnicate". For a list, run: venire --help')
})
