import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { toOutage } from './outage.ts'
import { openServer } from './server.ts'

const wrapped = (cause: unknown): Error => new Error('Failed query: select 1', { cause })

test('distinguishes a missing database from an invalid command', () => {
  const refusal = new Refusal('unavailable', 'The database did not answer')
  expect(toOutage(wrapped(refusal))).toBe(refusal)
  const outages = [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
  ]
  for (const each of outages) {
    expect(toOutage(wrapped(each))).toMatchObject({ code: 'unavailable', detail: { retryAfterSeconds: 5 } })
  }
  expect(toOutage(wrapped(Object.assign(new Error('duplicate'), { code: '23505' })))).toBeNull()
  expect(toOutage(new Error('something else'))).toBeNull()
})

test('explains an unusable server without showing the password', async () => {
  await expect(openServer('postgres://venire:secret@127.0.0.1:1/trials')).rejects.toThrow(
    'The database server in DATABASE_URL (127.0.0.1:1/trials) can’t be used: connect ECONNREFUSED 127.0.0.1:1.',
  )
})
