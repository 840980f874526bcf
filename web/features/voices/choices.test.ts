import { expect, test } from 'vitest'
import { describePerson, isShortcut, listChoices } from './choices.ts'

const counsel = (...sides: Parameters<typeof listChoices>) =>
  listChoices(...sides)
    .filter(({ key }) => key === '2' || key === '3')
    .map(({ label, role }) => [label, role])

test('counsel are ours and opposing, by the side of the case', () => {
  expect(counsel({ ourSide: 'defense', caseType: 'criminal_felony' })).toEqual([
    ['Our counsel', 'defense_attorney'],
    ['Opposing counsel', 'prosecutor'],
  ])
  expect(counsel({ ourSide: 'plaintiff', caseType: 'civil_ip' })).toEqual([
    ['Our counsel', 'plaintiff_attorney'],
    ['Opposing counsel', 'defense_attorney'],
  ])
  expect(counsel({ ourSide: 'defense', caseType: null })[1]).toEqual(['Opposing counsel', 'attorney'])
  expect(counsel({ ourSide: 'neutral', caseType: 'criminal_felony' })[0]).toEqual(['Prosecutor', 'prosecutor'])
})

test('a person is called as the buttons call them', () => {
  const choices = listChoices({ ourSide: 'prosecution', caseType: null })
  const describe = (role: Parameters<typeof describePerson>[0]['role'], jurorNumber: string | null = null) =>
    describePerson({ role, jurorNumber }, choices)
  expect([
    describe('prosecutor'),
    describe('juror', '12'),
    describe('juror'),
    describe('judge'),
    describe('clerk'),
  ]).toEqual(['Our counsel', 'Juror 12', 'Juror, number unknown', 'Judge', 'Clerk'])
})

test("held keys, chords, fields, and menus don't name a voice", () => {
  const within = (selector: string | null) => ({
    closest: (asked: string) => (selector !== null && asked.split(', ').includes(selector) ? {} : null),
  })
  const press = { repeat: false, ctrlKey: false, metaKey: false, altKey: false, target: within(null) }
  expect(isShortcut(press)).toBe(true)
  for (const given of [{ repeat: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(isShortcut({ ...press, ...given })).toBe(false)
  for (const selector of ['input', '[role=menu]'])
    expect(isShortcut({ ...press, target: within(selector) })).toBe(false)
})
