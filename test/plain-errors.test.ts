import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { getFieldLabel } from '#contract/messages.ts'
import { invalid } from '#server/platform/http/route.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let person: Person
beforeAll(async () => {
  at = await testApp()
  person = await at.person()
})
afterAll(() => at.close())

const validatorWords =
  /invalid|expected|received|too (?:small|big|short|long):|unrecognized|undefined|\bnull\b|\bNaN\b|\bstring\b|\bobject\b|\barray\b|\bregex|pattern|[<>]=?|\buuid\b|\[object/i

const wrong = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(20_001),
  -1e9,
  1e12,
  0.5,
  true,
  [],
  [null],
  ['x'],
  {},
  { a: 1 },
]

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }
function* fieldsOf(shape: Shape): Generator<string> {
  for (const each of [shape, ...(shape.anyOf ?? [])]) yield* Object.keys(each.properties ?? {})
}

function* badInputs({ input }: Endpoint): Generator<unknown> {
  const shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape
  const fields = [...new Set(fieldsOf(shape))]
  yield* [undefined, null, 7, 'text', [], {}, { noSuchField: 1 }, { noSuchField: 1, norThis: 2 }]
  for (const value of wrong) {
    yield Object.fromEntries(fields.map((field) => [field, value]))
    for (const field of fields) {
      yield { [field]: value }
      yield { [field]: [value] }
      yield { [field]: { id: value, name: value, kind: value } }
    }
  }
}

test('every endpoint explains invalid input in plain sentences', () => {
  const said = new Map<string, string>()
  for (const endpoint of at.app.mounted)
    for (const body of badInputs(endpoint)) {
      const { error } = endpoint.input.safeParse(body)
      if (!error) continue
      const refusal = invalid(error.issues)
      for (const sentence of Object.values(refusal.detail.fields ?? {}))
        said.set(sentence, `${endpoint.method} ${endpoint.path}`)
    }
  expect(said.size).toBeGreaterThan(300)
  const bad = [...said].filter(([sentence]) => validatorWords.test(sentence) || !/^[^\s].*[.?]$/.test(sentence))
  expect(bad).toEqual([])
})

test('rejects missing, short, long, and unknown values that way over HTTP', async () => {
  const post = async (path: string, body: object) => {
    const { statusCode, body: says, headers } = await person.call('POST', path, body)
    return [statusCode, says, JSON.parse(decodeURIComponent(String(headers['x-error-fields']))) as object]
  }
  expect(await post('/api/cases', { caseNumber: 'A-1' })).toEqual([
    400,
    'Title is required.',
    { title: 'Title is required.' },
  ])
  expect(await post('/api/cases', { title: 'State v. Example', caseNumber: 'x'.repeat(61) })).toEqual([
    400,
    'Case number must have at most 60 characters.',
    { caseNumber: 'Case number must have at most 60 characters.' },
  ])
  expect((await post('/api/cases', { title: 7, caseNumber: 'A-1', nonsense: 1 })).slice(0, 2)).toEqual([
    400,
    'Title must be text. Unknown field: nonsense.',
  ])
  const many = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`${'x'.repeat(90)}${index}`, 1]))
  const [, sentence] = await post('/api/cases', { title: 'State v. Example', caseNumber: 'A-1', ...many })
  expect(sentence).toMatch(/^Unknown fields: (x{60}, ){5}and 8995 more\.$/)
  expect((await post('/api/team/invitations', { email: 'b@firm.example', role: 'king' })).slice(0, 2)).toEqual([
    400,
    expect.stringMatching(/^Role must be .* or .*\.(?: Profession is required\.)?$/),
  ])
})

test('uses everyday names for fields', () => {
  const label = (path: string) => getFieldLabel(path === '' ? [] : path.split('.'))
  expect(
    ['caseNumber', 'jurorId', 'caseIds', 'startMs', 'tags.2', 'basis.0', 'parties.0.name', 'PORT', ''].map(label),
  ).toEqual(['Case number', 'Juror', 'Cases', 'Start', 'Tag 3', 'Basis 1', 'Name', 'PORT', 'Request'])
})
