import { randomBytes } from 'node:crypto'

export async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firmName: 'Crash test firm',
      name: 'Operator',
      email: `${randomBytes(6).toString('hex')}@firm.example`,
      password: 'a long enough password',
    }),
  })
  if (!response.ok) throw new Error(`sign-up: ${await response.text()}`)
  return /venire_session=([^;]+)/.exec(response.headers.getSetCookie().join())![1]!
}
