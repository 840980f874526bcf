/**
 * A signed cookie marks devices that have completed a sign-in, so a stranger's failed attempts don't lock the owner out
 * on those devices.
 */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'
import { newToken } from '#server/platform/ids.ts'
import { readKeyring } from '#server/platform/keys/installation-key.ts'
import { cookieName } from '../auth.actor.ts'

export const deviceDays = 90
const maxPeople = 8
const purpose = 'known device'

const Payload = z.strictObject({
  id: z.string(),
  people: z.array(z.tuple([z.uuid(), z.int()])),
})
type Device = z.output<typeof Payload>

export const deviceCookieName = (config: Config): string => cookieName(config).replace('session', 'device')

const nowSeconds = () => Math.floor(Date.now() / 1000)
const isRecent = (atSeconds: number) => nowSeconds() - atSeconds < deviceDays * 86_400

export async function findKnownDevice(config: Config, cookie: string | undefined, userId: string | undefined) {
  const device = userId === undefined ? null : await readDevice(config, cookie)
  const known = device?.people.find(([each, at]) => each === userId && isRecent(at))
  return device && known ? device.id : null
}

export async function rememberDevice(config: Config, cookie: string | undefined, userId: string): Promise<string> {
  const before = await readDevice(config, cookie)
  const others = (before?.people ?? []).filter(([each, at]) => each !== userId && isRecent(at))
  const device: Device = {
    id: before?.id ?? newToken(),
    people: [[userId, nowSeconds()], ...others.slice(0, maxPeople - 1)],
  }
  const payload = Buffer.from(JSON.stringify(device)).toString('base64url')
  const { current } = await readKeyring(config.DATA_DIR)
  return `${payload}.${current.hmac(purpose, payload)}`
}

async function readDevice(config: Config, cookie: string | undefined): Promise<Device | null> {
  const [payload = '', signature = ''] = cookie?.split('.') ?? []
  if (signature === '') return null
  const given = Buffer.from(signature)
  const { all } = await readKeyring(config.DATA_DIR)
  const isOurs = all.some((key) => {
    const expected = Buffer.from(key.hmac(purpose, payload))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  if (!isOurs) return null
  const parsed = Payload.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return parsed.success ? parsed.data : null
}
