import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { requireCustody } from './archive.custody.ts'

function buildLog(count: number, more: object = {}): ReadableStream<string> {
  const hash = '0'.repeat(64)
  const event = {
    ...{ kind: 'event', chain: newId(), seq: 1, at: new Date().toISOString(), action: 'case.edited', entity: 'case' },
    ...{ details: 'x'.repeat(1_000_000), previousHash: hash, hash, ...more },
  }
  return ReadableStream.from(Array.from({ length: count }, () => JSON.stringify(event)))
}

test('a custody log may have 120 MB of events', async () => {
  await expect(requireCustody(buildLog(120))).resolves.toBeUndefined()
})

test.each([
  ['150 MB of events', 150, {}, 'custody-log.jsonl is too long'],
  ['an event without a time', 1, { at: undefined }, 'line 1 of custody-log.jsonl isn’t valid'],
  ['an event with a key of its own', 1, { more: [] }, 'line 1 of custody-log.jsonl isn’t valid'],
])('refuses a custody log with %s', async (_name, count, more, says) => {
  await expect(requireCustody(buildLog(count, more))).rejects.toThrow(says)
})
