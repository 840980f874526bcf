import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { isPrivate, recognitionOf } from './recognition.ts'

test.for([
  'localhost',
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.9',
  '172.16.0.1',
  '172.31.255.255',
  '169.254.1.1',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
])('%s is private', (host) => expect(isPrivate(new URL(`http://${host}/`).hostname)).toBe(true))
test.for([
  'example.com',
  'localhost.example.com',
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '[2001:db8::1]',
  '10.evil.example',
])('%s is remote', (host) => expect(isPrivate(new URL(`http://${host}/`).hostname)).toBe(false))

test('audio goes to a remote service only where the operator allows it', () => {
  const read = (settings: Record<string, string>) => recognitionOf(readConfig(settings)).endpoint
  const SPEECH_URL = 'https://speech.example/v1'
  expect(read({})).toBeNull()
  expect(read({ SPEECH_URL })).toBeNull()
  expect(read({ SPEECH_URL, SPEECH_ALLOW_REMOTE: 'yes' })).toMatchObject({ url: SPEECH_URL })
  expect(read({ SPEECH_URL: 'http://127.0.0.1:8080/v1' })).toMatchObject({
    url: 'http://127.0.0.1:8080/v1',
    model: 'whisper-1',
    apiKey: null,
  })
})
