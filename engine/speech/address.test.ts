import { expect, test } from 'vitest'
import { refuseAddress } from './address.ts'

test.each([
  'http://127.0.0.1:8080/v1',
  'http://localhost:8080',
  'https://10.1.2.3/v1',
  'http://192.168.1.9',
  'http://172.31.0.1',
  'http://[::1]:8080',
  'http://[fd00::1]',
  'http://[::ffff:10.0.0.1]',
])('%s is allowed by default', async (url) => {
  expect(await refuseAddress(url, false)).toBeNull()
})

test.each([
  'https://8.8.8.8/v1',
  'http://172.32.0.1',
  'http://[2001:4860:4860::8888]',
  'http://[::ffff:8.8.8.8]',
  'http://134744072',
])('%s is external and needs permission', async (url) => {
  expect(await refuseAddress(url, false)).toContain('outside this machine and its private network')
  expect(await refuseAddress(url, true)).toBeNull()
})

test.each([
  'http://169.254.169.254/latest',
  'http://[fe80::1]',
  'http://0.0.0.0:8080',
  'http://[::ffff:169.254.169.254]',
])('%s is never allowed', async (url) => {
  expect(await refuseAddress(url, true)).toContain('never allowed')
})

test.each([
  ['file:///etc/passwd', 'http:// or https://'],
  ['not an address', 'http:// or https://'],
  ['http://user:secret@127.0.0.1/', 'must not contain a user name or password'],
  ['http://no-such-host.invalid/', 'Couldn’t find no-such-host'],
])('rejects %s and explains why', async (url, sentence) => {
  const refusal = await refuseAddress(url, true)
  expect(refusal).toContain(sentence)
  expect(refusal).not.toContain('secret')
})
