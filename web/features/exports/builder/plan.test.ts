import { expect, test } from 'vitest'
import { ExportPlan } from '#contract/exports/exports.ts'
import { defaultExportPolicy } from '#contract/exports/policy.ts'
import { isMadeIn } from '#contract/exports/templates.ts'
import {
  choose,
  listOffers,
  buildPlan,
  type Rights,
  type Scope,
  listScopes,
  startDraft,
  expiryChoices,
  firstExpiry,
  toHours,
} from './plan.ts'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const scopes: Scope[] = [
  { kind: 'case', id: id(1), label: 'Entire case' },
  { kind: 'session', id: id(2), label: 'Day 1' },
  { kind: 'video', id: id(3), label: 'panel.mp4' },
  { kind: 'juror', id: id(4), label: 'Juror 12' },
]
const all: Rights = { caseId: id(1), readAudit: true, isLead: true, seesWork: true, isAnonymous: false }

test('every possible selection is a plan the contract accepts', () => {
  const offers = listOffers(scopes, all)
  const start = startDraft(offers, scopes)!
  let count = 0
  for (const { type, templates } of offers)
    for (const template of templates)
      for (const scope of listScopes(template, scopes)) {
        const draft = choose(start, { type, template, scope }, offers, scopes)
        expect(draft).toMatchObject({ type, template, scope })
        expect(ExportPlan.safeParse(buildPlan(draft)).error, `${type} ${template} ${scope.kind}`).toBeUndefined()
        count++
      }
  expect(count).toBeGreaterThan(10)
})

test("replaces a template that doesn't fit the new type or scope", () => {
  const offers = listOffers(scopes, all)
  const start = startDraft(offers, scopes)!
  const csv = choose(start, { type: 'csv' }, offers, scopes)
  expect(isMadeIn(csv.template, 'csv')).toBe(true)
  expect(startDraft(offers, scopes, 'video_report')).toMatchObject({
    template: 'video_report',
    scope: { kind: 'video' },
  })
  const video = choose(start, { template: 'video_report' }, offers, scopes)
  expect(video.scope.kind).toBe('video')
})

test('offers activity to those who may read it, and nothing if nothing can be made', () => {
  const templates = (rights: Rights) => listOffers(scopes, rights).flatMap((each) => each.templates)
  expect(templates(all)).toContain('audit')
  expect(templates({ ...all, readAudit: false })).not.toContain('audit')
  expect(listOffers([], all)).toEqual([])
  expect(startDraft([], [])).toBeNull()
})

test('omits private content unless chosen, and options the template lacks', () => {
  const offers = listOffers(scopes, all)
  const start = startDraft(offers, scopes)!
  expect(buildPlan(start).options).toMatchObject({
    redactNames: true,
    redactEmployers: true,
    includePrivileged: false,
    includeSuggestions: false,
  })
  const chosen = {
    ...start,
    jurors: '3, 12 12',
    options: { ...start.options, includePrivileged: true, redactNames: false, watermark: ' Draft ' },
  }
  const summary = buildPlan(choose(chosen, { template: 'session_summary' }, offers, scopes))
  expect(summary.options).toMatchObject({ includePrivileged: true, redactNames: false, watermark: 'Draft' })
  expect(summary.filters.jurors).toEqual(['3', '12'])
  const jurorsOf = (jurors: string) => buildPlan({ ...chosen, template: 'session_summary', jurors }).filters.jurors
  expect([jurorsOf('3 12'), jurorsOf('B-12; 012\n7'), jurorsOf('B 12, 7')]).toEqual([
    ['3', '12'],
    ['B-12', '012', '7'],
    ['B 12', '7'],
  ])
  const transcript = buildPlan(choose(chosen, { type: 'csv', template: 'transcript' }, offers, scopes))
  expect(transcript.options).toMatchObject({ includePrivileged: false, redactNames: false })
  expect(transcript.filters.jurors).toEqual([])
  expect(transcript.options.watermark).toBe('')
})

test('sends picked highlights in order; a single clip is offered for one only', () => {
  const templates = (ids: readonly string[]) =>
    listOffers(scopes, all, { ids, hasSuggestions: false }).flatMap((each) => each.templates)
  expect(listOffers(scopes, all).flatMap((each) => each.templates)).not.toContain('highlight_clip')
  expect(templates([id(8)])).toContain('highlight_clip')
  expect(templates([id(8), id(9)])).not.toContain('highlight_clip')
  const picked = { ids: [id(9), id(8)], hasSuggestions: true }
  const draft = startDraft(listOffers(scopes, all, picked), scopes, 'highlight_reel', picked)!
  const plan = buildPlan(draft)
  expect(plan).toMatchObject({ type: 'mp4', template: 'highlight_reel', filters: { highlightIds: [id(9), id(8)] } })
  expect(plan.options).toMatchObject({ reelOrder: 'picked', includeSuggestions: true, titleCards: true })
  expect(ExportPlan.safeParse(plan).error).toBeUndefined()
  expect(buildPlan({ ...draft, type: 'csv', template: 'highlights' }).options).toMatchObject({ reelOrder: 'time' })
})

const labels = (policy: Partial<typeof defaultExportPolicy>, never = true) =>
  expiryChoices({ ...defaultExportPolicy, ...policy }, { never }).map(({ label }) => label)

test('offers only expiries the firm allows', () => {
  expect(labels({})).toEqual(['1 hour', '1 day', '3 days', '7 days', '30 days'])
  expect(labels({ maxExpiryDays: 5 })).toEqual(['1 hour', '1 day', '3 days', '5 days'])
  expect(labels({ maxExpiryDays: 365, allowNever: true }).slice(-2)).toEqual(['365 days', 'Never'])
  expect(labels({ allowNever: true }, false)).not.toContain('Never')
})

test('starts with seven days or the maximum allowed', () => {
  expect(firstExpiry(defaultExportPolicy)).toBe('168')
  expect(firstExpiry({ ...defaultExportPolicy, maxExpiryDays: 2 })).toBe('48')
  expect(toHours('48')).toBe(48)
  expect(toHours('')).toBeNull()
})
