import { expect, test } from 'vitest'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import { isLikely, listSuggestions } from './SuggestedJurors.tsx'

const toSpeaker = (label: string, assignment: SessionSpeaker['assignment'] = null): SessionSpeaker => ({
  videoId: 'v',
  label,
  displayName: label,
  role: 'unknown',
  jurorNumber: null,
  turns: 3,
  talkMs: null,
  excerpts: [],
  assignment,
  version: 0,
  grouping: null,
})
const toProposal = (speaker: string, jurorNumber: string, stretches = 1) => ({
  speaker,
  jurorNumber,
  seat: null,
  confidence: 0.5,
  stretches: Array.from({ length: stretches }, (_, at) => ({ fromTurn: at * 10, toTurn: at * 10 + 5 })),
  excerpts: [],
})
const jurors = ['5', '41'].map((jurorNumber) => ({ id: `id-${jurorNumber}`, jurorNumber }) as JurorSummary)
const suggest = (speakers: SessionSpeaker[], proposals: ReturnType<typeof toProposal>[]) =>
  listSuggestions(speakers, proposals, jurors, []).map(({ speaker, juror }) => [speaker.label, juror.jurorNumber])

test('suggests a juror of the case for each label that one number fits', () => {
  expect(
    suggest(
      [toSpeaker('A. (Juror 5?)'), toSpeaker('voice-2')],
      [toProposal('A. (Juror 5?)', '5'), toProposal('voice-2', '41')],
    ),
  ).toEqual([
    ['A. (Juror 5?)', '5'],
    ['voice-2', '41'],
  ])
})

test.each([
  ['several numbers', [toSpeaker('JUROR')], [toProposal('JUROR', '5'), toProposal('JUROR', '41')]],
  ['a number for some of its turns', [toSpeaker('JUROR')], [toProposal('JUROR', '5', 2)]],
  ['a juror who isn’t in the case', [toSpeaker('voice-1')], [toProposal('voice-1', '77')]],
  [
    'an assignment',
    [toSpeaker('voice-1', { role: 'judge', jurorId: null, jurorNumber: null, by: 'Ann', at: '2026-01-01' })],
    [toProposal('voice-1', '5')],
  ],
])('suggests nothing for a label with %s', (_case, speakers, proposals) => {
  expect(suggest(speakers, proposals)).toEqual([])
})

test.each([
  ['A. (Juror 5?)', 0.5, true],
  ['voice-2', 0.9, true],
  ['voice-2', 0.4, false],
  ['JUROR', 0.9, false],
  ['THE PROSPECTIVE JUROR', 0.9, false],
  ['A.', 0.9, false],
  ['JUROR NO. 5', 0.9, true],
])('assigns %s at %f in bulk: %s', (label, confidence, expected) => {
  const proposal = { ...toProposal(label, '5'), confidence }
  expect(isLikely({ speaker: toSpeaker(label), proposal })).toBe(expected)
})
