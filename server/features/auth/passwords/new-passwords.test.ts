import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Password, passwordLimits } from '#contract/account/auth.ts'
import { createLink } from '#server/features/team/links.service.ts'
import { type Person, testApp, type TestApp, testPassword } from '#test/app.ts'
import { isEasyToGuess, readCommonPasswords } from './new-passwords.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp({ SIGN_UP: 'open' })
})
afterAll(() => at.close())

const refusal = 'This password is too easy to guess. Use four unrelated words instead.'
const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url, payload })
const tokenIn = (url: string) => new URL(url).searchParams.get('token')!

type Way = { words: string[]; set: (password: string) => ReturnType<Person['call']> }
const ways: Record<string, () => Promise<Way>> = {
  '/api/auth/sign-up/email': async () => {
    const account = { firmName: 'Halvorsen Prentiss', name: 'Odalys Brightwater', email: 'obright@courtside.example' }
    return {
      words: ['halvorsen', 'Odalys', 'OBright', 'courtside'],
      set: (password) => post('/api/auth/sign-up/email', { ...account, password }),
    }
  },
  '/api/auth/invitation/accept': async () => {
    const administrator = await at.person()
    const invited = { email: 'tmarsh@courtside.example', role: 'member', profession: 'paralegal' }
    const { url } = (await administrator.call('POST', '/api/team/invitations', invited)).json<{ url: string }>()
    return {
      words: ['Testfirm', 'Tamsin', 'tmarsh'],
      set: (password) => post('/api/auth/invitation/accept', { token: tokenIn(url), name: 'Tamsin Marsh', password }),
    }
  },
  '/api/auth/password-reset/confirm': async () => {
    const { actor, account } = await at.person()
    const link = { kind: 'password_reset', userId: actor.userId, hours: 1 } as const
    const { url } = await createLink(at.parts.database.db, 'http://x', link)
    return {
      words: ['TestFirm', 'Attorney', account.email.split('@')[0]!],
      set: (password) => post('/api/auth/password-reset/confirm', { token: tokenIn(url), password }),
    }
  },
  '/api/auth/password': async () => {
    const person = await at.person()
    return {
      words: ['TestFirm', 'Attorney', person.account.email],
      set: (password) =>
        person.call('POST', '/api/auth/password', { current: testPassword, password, endOthers: false }),
    }
  },
}

test('tests every endpoint that sets a password here', () => {
  const setting = at.app.mounted.filter(
    ({ input }) => input instanceof z.ZodObject && Object.values(input.shape).includes(Password),
  )
  expect(setting.map(({ path }) => path).sort()).toEqual(Object.keys(ways).sort())
})

test.each(Object.keys(ways))('%s rejects common passwords and ones made from context words', async (path) => {
  const { words, set } = await ways[path]!()
  const own = words.flatMap((word) => [`${word}2026!`, `${word}Venire1`])
  for (const password of ['1234567890', 'Password2026!', 'V3nire2026', 'Basketball', ...own]) {
    const answer = await set(password.padEnd(passwordLimits.min, '1'))
    const fields = decodeURIComponent(String(answer.headers['x-error-fields']))
    expect([password, answer.statusCode, fields]).toEqual([password, 400, JSON.stringify({ password: refusal })])
  }
  expect((await set('marble otter quarry lamp')).statusCode).toBe(200)
})

const about = { email: 'r.okafor@okaforlaw.example', name: 'Renée Okafor', firms: ['Okafor & Sons LLP'] }

test('rejects common passwords and names in any spelling', async () => {
  for (const password of [
    'qwertyuiop',
    'QWERTYUIOP',
    'P@ssw0rd1234',
    'p-a-s-s-w-o-r-d-1',
    'passwordpassword',
    'iloveyou2026!',
    'abcabcabcabc',
    'aaaaaaaaaaaa',
    'qwertyuiopasdfghjkl',
    '98765432109876',
    'Reneeokafor1',
    'Rénée2026!!',
    '0kaf0rLaw24!',
    'okafor-sons-llp',
    'Venire123456',
    'venirevenire',
  ])
    expect([password, await isEasyToGuess(password, about)]).toEqual([password, true])
})

test('accepts passwords from people and password managers', async () => {
  for (const password of [
    testPassword,
    'correct otter battery lamp',
    'Quartz-Lagoon-82!vexing',
    'k7#Vx2!pQz',
    'okafor eats green marbles',
    'venire of twelve angry otters',
    'das Pferd frisst keinen Gurkensalat',
    '正しい馬のバッテリー正しい',
  ])
    expect([password, await isEasyToGuess(password, about)]).toEqual([password, false])
})

test('a password of 200 characters counts to its last one', async () => {
  const person = await at.person()
  const long = 'marble otter quarry lamp '.repeat(8).slice(0, -1) + 's'
  expect(long).toHaveLength(passwordLimits.max)
  const change = { current: testPassword, password: long, endOthers: false }
  expect((await person.call('POST', '/api/auth/password', change)).statusCode).toBe(200)
  const signIn = async (password: string) =>
    (await post('/api/auth/sign-in/email', { email: person.account.email, password })).statusCode
  expect([await signIn(long.slice(0, -1)), await signIn(long)]).toEqual([401, 200])
})

test('the list has thousands of passwords of the required length', async () => {
  const list = [...(await readCommonPasswords())]
  expect(list.filter((password) => password.length >= passwordLimits.min).length).toBeGreaterThan(3000)
  expect(list.every((password) => password === password.toLowerCase())).toBe(true)
})
