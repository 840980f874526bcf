import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { ApiError } from './apiError.ts'
import { call, callWithHeaders, buildUrl } from './call.ts'
import { watchInput } from './network/attendance.ts'

const readThing = defineEndpoint({
  method: 'GET',
  path: '/api/things/:thingId',
  summary: 'A thing.',
  needs: 'member',
  params: z.strictObject({ thingId: z.string() }),
  input: z.strictObject({ q: z.string().optional(), limit: z.number().optional() }),
  output: z.object({ name: z.string() }),
  touches: ['videos'],
})
const changeThing = { ...readThing, method: 'PUT' } as const
const args = { params: { thingId: 'a/b' }, input: { q: 'x y' } }

const answer = (body: string, init: ResponseInit = {}) => {
  const fetching = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetching)
  return fetching
}
afterEach(() => {
  vi.unstubAllGlobals()
})

const failure = async (): Promise<ApiError> => {
  const error = await call(readThing, args).catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('The call did not fail as an ApiError.')
  return error
}

test('a read sends its input as a query without absent values', () => {
  expect(buildUrl(readThing, args)).toBe('/api/things/a%2Fb?q=x+y')
  expect(buildUrl(readThing, { params: args.params, input: { q: '', limit: undefined } })).toBe('/api/things/a%2Fb')
})

test('a command sends its input as a JSON body', async () => {
  const fetching = answer('{"name":"n"}')
  await call(changeThing, args)
  expect(fetching).toHaveBeenCalledWith(
    '/api/things/a%2Fb',
    expect.objectContaining({
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{"q":"x y"}',
    }),
  )
})

test('marks reads after five minutes without input, but no commands', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const page = new EventTarget()
  watchInput(page)
  page.dispatchEvent(new Event('keydown'))
  const isMarked = async (endpoint: typeof readThing | typeof changeThing) => {
    const fetching = answer('{"name":"n"}')
    await call(endpoint, args)
    return new Headers(fetching.mock.calls[0]![1]!.headers).has('x-unattended')
  }
  expect(await isMarked(readThing)).toBe(false)
  vi.setSystemTime(Date.now() + 301_000)
  expect([await isMarked(readThing), await isMarked(changeThing)]).toEqual([true, false])
  for (const sign of ['pointermove', 'wheel', 'keydown', 'timeupdate']) {
    vi.setSystemTime(Date.now() + 301_000)
    expect([sign, await isMarked(readThing)]).toEqual([sign, true])
    page.dispatchEvent(new Event(sign))
    expect([sign, await isMarked(readThing)]).toEqual([sign, false])
  }
})

test('sends an invalid number so that the server rejects it', async () => {
  const fetching = answer('{"name":"n"}')
  await call(changeThing, { params: args.params, input: { limit: Number('12 h') } })
  expect(fetching).toHaveBeenCalledWith('/api/things/a%2Fb', expect.objectContaining({ body: '{"limit":"NaN"}' }))
})

test('a list also returns its headers', async () => {
  answer('{"name":"n"}', { headers: { 'x-next-cursor': 'c2' } })
  const { data, headers } = await callWithHeaders(readThing, args)
  expect([data.name, headers.get('x-next-cursor')]).toEqual(['n', 'c2'])
})

test('an error is "status: body", with code, request ID, and field messages', async () => {
  const fields = encodeURIComponent(JSON.stringify({ title: 'Enter a title – at least 3 characters.' }))
  answer('Mend the fields that are named.', {
    status: 400,
    headers: { 'x-error-code': 'invalid', 'x-request-id': 'r1', 'x-error-fields': fields },
  })
  const error = await failure()
  expect(error.message).toBe('400: Mend the fields that are named.')
  expect(error).toMatchObject({
    status: 400,
    sentence: 'Mend the fields that are named.',
    code: 'invalid',
    requestId: 'r1',
    fields: { title: 'Enter a title – at least 3 characters.' },
  })
})

test('an empty body falls back to the status text, a malformed header to no fields', async () => {
  answer('', { status: 502, statusText: 'Bad Gateway', headers: { 'x-error-fields': '%E0%A4%A' } })
  const error = await failure()
  expect([error.message, error.fields]).toEqual(['502: Bad Gateway', {}])
})

test('without a response, the message says what to do', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const error = await failure()
  expect([error.status, error.code]).toEqual([0, 'unreachable'])
  expect(error.message).toBe('The server couldn’t be reached. Check your connection and try again.')
})

test.each(['{"name":7}', '<html>'])('explains a response of another shape: %s', async (body) => {
  answer(body)
  expect((await failure()).code).toBe('unreadable')
})
