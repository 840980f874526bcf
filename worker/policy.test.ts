import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { chooseRecognition, configFor } from './recognition.ts'

/** An unreachable public address (TEST-NET-3, RFC 5737). */
const outside = 'http://203.0.113.9/v1'
let at: TestApp
beforeAll(async () => {
  at = await testApp({
    SPEECH_URL: outside,
    SPEECH_ALLOW_REMOTE: 'true',
    OPINION_URL: outside,
    OPINION_MODEL: 'counsel-7b',
    OPINION_ALLOW_REMOTE: 'true',
  })
})
afterAll(() => at.close())

test('a firm that keeps analysis local overrides the operator for itself only', async () => {
  const [open, local] = [await at.person(), await at.person()]
  await local.call('PATCH', '/api/firm', { localAnalysisOnly: true })
  expect((await chooseRecognition(await configFor(at.parts, open.actor.firmId))).endpoint).toMatchObject({
    url: outside,
  })
  const kept = await configFor(at.parts, local.actor.firmId)
  expect(kept).toMatchObject({ SPEECH_ALLOW_REMOTE: false, OPINION_ALLOW_REMOTE: false })
  const { endpoint, refused } = await chooseRecognition(kept)
  expect(endpoint).toBeNull()
  expect(refused).toContain('outside this machine and its private network')
  expect(await configFor(at.parts, newId())).toMatchObject({ SPEECH_ALLOW_REMOTE: false })
})
