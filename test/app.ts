import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '#contract/account/auth.ts'
import { checkTranscript } from '#engine/host/transcript.ts'
import { buildApp } from '#server/app.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { signIns } from '#server/features/auth/auth.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Patience } from '#server/platform/database/patience.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { loadKeyring } from '#server/platform/keys/installation-key.ts'
import { openLive } from '#server/platform/live/open.ts'
import { openMailer } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { openStorage } from '#server/platform/storage/open.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type Person = {
  actor: Actor
  account: Pick<Account, 'email' | 'name'>
  token: string
  cookie: string
  call(method: NonNullable<InjectOptions['method']>, url: string, body?: object): Promise<LightMyRequestResponse>
}

export type TestApp = {
  app: FastifyInstance
  parts: Parts
  person(options?: Partial<Pick<Actor, 'firmId' | 'role' | 'profession' | 'isOperator'>>): Promise<Person>
  truncate(): Promise<void>
  close(): Promise<void>
}

export const testPassword = 'a long enough password'

/** Long enough for a busy machine. `hung.postgres.test.ts` tests the real limits. */
export const testPatience: Patience = { acquireMs: 60_000, queryMs: 60_000 }

export const readCookie = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';')[0]!
// Hashing is slow by design, so all test users share one hash.
let sharedHash: Promise<string> | null = null

export async function testApp(
  settings: Partial<Record<keyof Config, string>> = {},
  open: () => Promise<TestDatabase> = testDatabase,
  patience: Patience = testPatience,
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-test-'))
  const config = readConfig({ DATA_DIR: folder, MIN_FREE_GB: '0', RATE_LIMIT: '0', LOG_LEVEL: 'fatal', ...settings })
  const database = await open()
  await loadKeyring(folder)
  const hasher = openHasher()
  const live = await openLive(database)
  const queue = await openQueue(database, config)
  const storage = await openStorage(config)
  const mailer = openMailer(config, queue)
  const node = {
    id: newId(),
    capabilities: null,
    getRefusal: () => null,
    drain: () => {},
    hasOtherVersions: async () => false,
  }
  const parts: Parts = { config, database, storage, queue, live, hasher, mailer, node, checkTranscript }
  const app = await buildApp(parts, { logger: false, webFolder: join(folder, 'web'), patience })
  await app.ready()

  async function person(options: Parameters<TestApp['person']>[0] = {}): Promise<Person> {
    const firmId = options.firmId ?? newId()
    const { role = 'administrator', profession = 'attorney', isOperator = false } = options
    const actor: Actor = { userId: newId(), firmId, role, profession, isOperator, signInId: newId() }
    // Two people with the same name are shown with their addresses.
    const suffix = options.firmId ? ` ${actor.userId.slice(-6)}` : ''
    const account = { email: `${actor.userId}@firm.example`, name: `Test ${profession}${suffix}` }
    const token = newToken()
    const passwordHash = await (sharedHash ??= hashPassword(testPassword))
    await database.db.transaction(async (tx) => {
      if (!options.firmId) await tx.insert(firms).values({ id: firmId, name: 'Test firm' })
      await tx.insert(users).values({ id: actor.userId, ...account, passwordHash, isOperator })
      await tx.insert(members).values({ firmId, userId: actor.userId, role, profession })
      const expiresAt = new Date(Date.now() + 3_600_000)
      await tx
        .insert(signIns)
        .values({ id: actor.signInId, tokenHash: hashToken(token), userId: actor.userId, firmId, expiresAt })
    })
    const cookie = `venire_session=${token}`
    const call: Person['call'] = (method, url, body) =>
      app.inject({ method, url, headers: { cookie }, ...(body ? { payload: body } : {}) })
    return { actor, account, token, cookie, call }
  }

  return {
    app,
    parts,
    person,
    truncate: () => database.truncate(),
    async close() {
      await app.close()
      await queue.stop()
      mailer.close()
      await live.close()
      await hasher.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
