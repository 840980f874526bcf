import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { chooseRecognition } from './recognition.ts'

const read = (settings: Record<string, string>) => chooseRecognition(readConfig(settings))

test('sends audio to a remote service only if the operator allows it', async () => {
  expect(await read({})).toMatchObject({ endpoint: null, allowBuiltIn: true, allowDraft: true })
  expect(await read({ BUILT_IN_RECOGNITION: 'no' })).toMatchObject({ allowBuiltIn: false, allowDraft: true })
  const SPEECH_URL = 'https://203.0.113.9/v1'
  expect((await read({ SPEECH_URL, SPEECH_ALLOW_REMOTE: 'yes' })).endpoint).toMatchObject({ url: SPEECH_URL })
  expect(await read({ SPEECH_URL: 'http://127.0.0.1:8080/v1' })).toMatchObject({
    endpoint: { url: 'http://127.0.0.1:8080/v1', model: 'whisper-1', apiKey: null },
    allowDraft: true,
  })
})

test.for<[string, string]>([
  ['https://203.0.113.9/v1', 'outside this machine and its private network'],
  ['http://169.254.169.254/v1', 'never allowed'],
  ['http://no-such-name.invalid/v1', 'Couldn’t find no-such-name'],
])('names a rejected service with its reason and replaces it with nothing: %s', async ([SPEECH_URL, words]) => {
  expect(await read({ SPEECH_URL, MODELS_DIR: '/models' })).toMatchObject({
    endpoint: null,
    modelFolder: null,
    allowBuiltIn: false,
    allowDraft: false,
    refused: expect.stringMatching(new RegExp(`${words}.*SPEECH_ALLOW_REMOTE`)),
  })
})
