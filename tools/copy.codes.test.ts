import { expect, test } from 'vitest'
import { listCodes, readSources } from './copy.codes.ts'
import { root } from './steps.ts'

test('finds texts that are compared, looked up, matched, or types', () => {
  const shown = "throw new Error('The video was deleted.')"
  const list = (text: string) => listCodes([{ file: 'server/a.ts', text }])
  for (const text of [
    `${shown}; run.reason === 'The video was deleted.'`,
    `${shown}; const words = { 'The video was deleted.': 1 }`,
    `${shown}; switch (reason) { case 'The video was deleted.': }`,
    `${shown}; const is = (reason) => /was deleted/.test(reason)`,
    `${shown}; type Reason = 'The video was deleted.' | 'other'`,
    `const deleted = 'The video was deleted.'; rows.filter(({ reason }) => reason === deleted)`,
  ])
    expect(list(text)).toEqual(['server/a.ts: The video was deleted.'])
  expect(list(`${shown}; const is = (deleted) => deleted === other`)).toEqual([])
})

test(
  'no text is also a code, except where both sides are translated and nothing is stored',
  { timeout: 120_000 },
  () => {
    expect(listCodes(readSources(root)).map((each) => each.split(' ', 4).join(' '))).toEqual([
      'cli/demo/demo.ts: Sample voir dire.mp4',
      'engine/host/transcript.thread.ts: Reading PDF transcripts',
      // Of runs that an older server ended.
      'server/features/analysis/runs/runs.service.ts: The video was',
      'web/features/cases/editing/EditCaseDialog.tsx: Not set',
      'web/features/cases/editing/EditCaseDialog.tsx: None',
      'web/features/review/VoiceDialog.tsx: new voice',
      // Shortens English labels only.
      'web/features/strikes/selection/JurorTile.tsx: Challenge for cause',
      'web/features/strikes/selection/JurorTile.tsx: Logs that the',
    ])
  },
)
