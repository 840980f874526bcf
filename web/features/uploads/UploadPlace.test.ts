import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type ListedSession, listSessions } from '#contract/sessions/sessions.ts'
import { read } from '#web/platform/api.ts'
import { createsSession, noPlace, prepareCase, toPlace } from './UploadPlace.tsx'

const session = (id: string): ListedSession => {
  const partial: Partial<ListedSession> = { id, status: 'scheduled' }
  return partial as ListedSession
}

test('sends recordings to the session shown in the field, even if a newer one exists by now', async () => {
  const cache = new QueryClient()
  const { queryKey } = read(listSessions, { params: { caseId: 'case' }, input: {} })
  cache.setQueryData(queryKey, [session('first'), session('shown')])
  expect(await prepareCase(cache, { ...noPlace, caseId: 'case' }, [])).toMatchObject({ sessionId: 'shown' })
})

test('a retry uses the case and session of the first try', async () => {
  const cache = new QueryClient()
  const { queryKey } = read(listSessions, { params: { caseId: 'case' }, input: {} })
  cache.setQueryData(queryKey, [session('first')])
  const made = { caseId: 'case', isDeclared: true }
  const caseOnly = await prepareCase(cache, toPlace({ ...made, sessionId: 'new' }), [])
  expect([caseOnly.caseId, createsSession(caseOnly)]).toEqual(['case', true])
  const both = await prepareCase(cache, toPlace({ ...made, sessionId: 'created' }), [])
  expect([both.sessionId, createsSession(both)]).toEqual(['created', false])
})
