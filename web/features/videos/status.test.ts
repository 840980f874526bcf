import { expect, test } from 'vitest'
import { workLine } from './status.tsx'

const work = { status: 'processing', stage: null, queuePosition: null, secondsLeft: null } as const

test('says what is happening, and nothing when idle', () => {
  expect(workLine({ ...work, status: 'completed' })).toBeNull()
  expect(workLine(work)).toBe('Starting')
  expect(workLine({ ...work, queuePosition: 0 })).toBe('Next in the queue')
  expect(workLine({ ...work, queuePosition: 3 })).toBe('3 ahead in the queue')
  expect(workLine({ ...work, stage: 'transcript' })).toBe('Transcript')
  expect(workLine({ ...work, stage: 'transcript', secondsLeft: 125 })).toBe('Transcript · about 2 min left')
})
