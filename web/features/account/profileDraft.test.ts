import { expect, test } from 'vitest'
import type { Profile } from '#contract/account/profile.ts'
import { toDraft, toInput, isSameDraft, findProblem, mergeEdits } from './profileDraft.ts'

const profile: Profile = {
  name: 'Lead Counsel',
  email: 'lead@firm.example',
  title: 'Partner',
  phone: '',
  barAdmissions: [{ state: 'Texas', number: '24001234', status: 'active', year: 2008 }],
  practiceAreas: ['Products liability', 'Trials'],
  yearsInPractice: 17,
  bio: '',
  languages: [],
  timeZone: null,
  signatureBlock: '',
  avatar: null,
  version: 3,
}

test('a profile survives a round trip through its form', () => {
  const { email: _email, avatar: _avatar, ...editable } = profile
  expect(toInput(toDraft(profile), profile.version)).toEqual(editable)
})

test('reads lists and numbers as people type them', () => {
  const typed = { ...toDraft(profile), languages: ' English,, Spanish ,', yearsInPractice: ' ', timeZone: 'UTC' }
  expect(toInput(typed, 3)).toMatchObject({ languages: ['English', 'Spanish'], yearsInPractice: null, timeZone: 'UTC' })
  expect(toInput({ ...typed, yearsInPractice: 'many' }, 3).yearsInPractice).toBeNaN()
})

test('detects a change and its reversal', () => {
  const draft = toDraft(profile)
  expect(isSameDraft(draft, { ...draft, title: 'Counsel' })).toBe(false)
  expect(isSameDraft(draft, { ...draft, title: 'Partner' })).toBe(true)
})

test('keeps edits made while a profile is being saved', () => {
  const sent = { ...toDraft(profile), title: ' Counsel ' }
  const saved = toDraft({ ...profile, title: 'Counsel', version: 4 })
  const kept = mergeEdits(saved, sent, { ...sent, bio: 'Tried forty cases.' })
  expect([kept.title, kept.bio]).toEqual(['Counsel', 'Tried forty cases.'])
})

test("finds a list's problem by one of its words", () => {
  expect(findProblem({ 'practiceAreas.2': 'Too long.' }, 'practiceAreas')).toBe('Too long.')
  expect(findProblem({ practice: 'Other.' }, 'practiceAreas')).toBeUndefined()
})
