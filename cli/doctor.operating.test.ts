import { mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlVerbs } from '#server/control-verbs.ts'
import { readConfig } from '#server/platform/config.ts'
import { openControl } from '#server/platform/control.ts'
import { nameSecret } from '#server/features/auth/two-factor/codes.ts'
import { seal, unseal } from '#server/platform/keys/sealing.ts'
import { analyzeJob } from '#server/features/analysis/analysis.jobs.ts'
import type { Capability } from '#contract/operations/nodes.ts'
import { newId } from '#server/platform/ids.ts'
import { joinNodes } from '#server/platform/nodes.ts'
import { testApp } from '#test/app.ts'
import { s3Keys, startS3 } from '#test/s3.ts'
import { type SmtpServer, startSmtp } from '#test/smtp.ts'
import { checkOperating } from './doctor.ts'

let smtp: SmtpServer
let folder: string
beforeAll(async () => {
  smtp = await startSmtp()
  folder = await mkdtemp(join(tmpdir(), 'venire-doctor-'))
})
afterAll(async () => {
  await smtp.stop()
  await rm(folder, { recursive: true, force: true })
})

const check = async (settings: Record<string, string>) =>
  Object.fromEntries(
    (await checkOperating(readConfig({ DATA_DIR: folder, ...settings }))).map((each) => [each.name, each]),
  )
const mail = () => ({ SMTP_URL: smtp.url, MAIL_FROM: 'venire@firm.example', PUBLIC_URL: 'https://venire.firm.example' })

test('connects to the mail server and reports what blocks delivery', async () => {
  expect(await check({})).toMatchObject({ Email: { level: 'advice' } })
  expect(await check(mail())).toMatchObject({ Email: { level: 'ok' } })
  const { PUBLIC_URL: _, ...withoutUrl } = mail()
  expect((await check(withoutUrl))['Email']).toMatchObject({
    level: 'advice',
    says: expect.stringContaining('PUBLIC_URL'),
  })
  smtp.refuse({ at: 'hello', with: '554 not you' })
  expect((await check(mail()))['Email']).toMatchObject({
    level: 'fault',
    says: expect.stringContaining('does not accept mail'),
  })
  smtp.refuse(null)
})

test('warns about missing and outdated backups', async () => {
  expect((await check({}))['Backups']).toMatchObject({ level: 'advice', says: expect.stringContaining('none') })
  const made = join(folder, 'backups', 'venire-20260101T000000Z')
  await mkdir(made, { recursive: true })
  expect((await check({}))['Backups']).toMatchObject({ level: 'ok' })
  const then = new Date(Date.now() - 9 * 86_400_000)
  await utimes(made, then, then)
  expect((await check({}))['Backups']).toMatchObject({ level: 'advice', says: expect.stringContaining('9 days old') })
})

test('warns that backups leave out keys in the data folder, unless BACKUP_KEY encrypts them', async () => {
  const name = 'Keys in backups'
  expect(await check({})).not.toHaveProperty(name)
  for (const key of ['installation.key', 'secrets.key']) await writeFile(join(folder, key), 'a key')
  expect((await check({}))[name]).toMatchObject({
    level: 'advice',
    says: expect.stringMatching(/^backups leave out installation.key and secrets.key.* Set BACKUP_KEY/),
  })
  expect((await check({ SECRETS_KEY: 'env:SECRET' }))[name]?.says).toContain('leave out installation.key,')
  expect((await check({ BACKUP_KEY: 'env:PHRASE' }))[name]).toMatchObject({ level: 'ok' })
  for (const key of ['installation.key', 'secrets.key']) await rm(join(folder, key))
})

test('stores, reads, and removes a file in the bucket, and shows why it could not', async () => {
  const store = await startS3()
  Object.assign(process.env, s3Keys)
  const ask = async (url: string) => (await check({ STORAGE_URL: url }))['File storage']
  try {
    expect(await check({})).not.toHaveProperty('File storage')
    expect(await ask(store.url)).toMatchObject({
      level: 'ok',
      says: 's3://venire-test/ stores, returns, and removes files',
    })
    expect([store.objects.size, store.asked.filter((each) => each.startsWith('PUT')).length]).toEqual([0, 1])
    expect(await ask(store.url.replace('venire-test', 'other'))).toMatchObject({
      level: 'fault',
      says: expect.stringContaining('NoSuchBucket') as string,
    })
    store.disturb(({ method }) => (method === 'DELETE' ? 500 : undefined))
    expect(await ask(store.url)).toMatchObject({
      level: 'fault',
      says: expect.stringContaining('InternalError') as string,
    })
  } finally {
    await store.close()
    for (const name of Object.keys(s3Keys)) delete process.env[name]
  }
})

test('shows the trial length if there is one', async () => {
  expect(await check({})).not.toHaveProperty('Trial')
  expect((await check({ TRIAL_DAYS: '14' }))['Trial']?.says).toContain('14-day trial')
})

test('lists unverified operator addresses in one line with what to do', async () => {
  expect(await check({})).not.toHaveProperty('Operators')
  const settings = { OPERATOR_EMAILS: 'proven@firm.example, pending@firm.example, nobody@firm.example' }
  expect((await check(settings))['Operators']).toMatchObject({
    level: 'ok',
    says: expect.stringContaining('start Venire'),
  })
  const at = await testApp(settings)
  const control = await openControl({ database: at.parts.database, config: at.parts.config }, controlVerbs)
  try {
    const ask = async (given: Record<string, string> = {}) =>
      (await check({ ...settings, ...given, DATA_DIR: at.parts.config.DATA_DIR }))['Operators']
    for (const email of ['proven@firm.example', 'pending@firm.example']) {
      const { userId } = (await at.person()).actor
      await at.parts.database.pool.query(
        `update users set email = $2, email_proven_at = case when $2 like 'proven%' then now() end where id = $1`,
        [userId, email],
      )
    }
    const unproven = 'unverified, so not yet operators: pending@firm.example, nobody@firm.example (no account).'
    expect(await ask()).toEqual({
      name: 'Operators',
      level: 'advice',
      says: `${unproven} For each that is yours, run: venire operator add EMAIL`,
    })
    expect((await ask(mail()))!.says).toBe(
      `${unproven} They use Forgot password, or you run: venire operator add EMAIL`,
    )
    expect(await ask({ OPERATOR_EMAILS: 'proven@firm.example' })).toMatchObject({ level: 'ok' })
  } finally {
    control.close()
    await at.close()
  }
})

test('lists processes with different keys', async () => {
  const at = await testApp()
  const control = await openControl({ database: at.parts.database, config: at.parts.config }, controlVerbs)
  const url = 'postgres://localhost/unused'
  const ask = async () => (await check({ DATA_DIR: at.parts.config.DATA_DIR, DATABASE_URL: url }))['Keys']
  const start = (ROLE: string, keys: string) =>
    joinNodes(at.parts.database, readConfig({ ROLE, DATABASE_URL: url }), { readKeys: async () => keys })
  const nodes = [await start('web', 'one a'), await start('all', 'one a')]
  try {
    expect(await ask()).toEqual({ name: 'Keys', level: 'ok', says: 'the same in every process' })
    nodes.push(await start('worker', 'one b'))
    expect(await ask()).toMatchObject({
      level: 'fault',
      says: expect.stringMatching(/^worker on \S+ \(secrets\.key\): not the same as in all on \S+, web on /),
    })
  } finally {
    for (const each of nodes) await each.leave()
    control.close()
    await at.close()
  }
})

test('names what queued jobs need, unless a worker of a version without capabilities takes them', async () => {
  const at = await testApp()
  const { database, queue } = at.parts
  const control = await openControl({ database, config: at.parts.config }, controlVerbs)
  const url = 'postgres://localhost/unused'
  const ask = async () => (await check({ DATA_DIR: at.parts.config.DATA_DIR, DATABASE_URL: url }))['Processes']
  const start = (capabilities: Capability[] | null) =>
    joinNodes(database, readConfig({ ROLE: 'worker', DATABASE_URL: url }), { capabilities })
  await queue.send(database.db, analyzeJob, { runId: newId() }, { requires: ['ffmpeg', 'opinion'] })
  const nodes = [await start(['ffmpeg'])]
  try {
    expect(await ask()).toMatchObject({ level: 'fault', says: expect.stringContaining('1 in speech need opinion.') })
    nodes.push(await start(['opinion']))
    expect(await ask()).toMatchObject({ says: expect.stringContaining('1 in speech need ffmpeg and opinion.') })
    nodes.push(await start(null))
    expect(await ask()).toMatchObject({ level: 'ok' })
  } finally {
    for (const each of nodes) await each.leave()
    control.close()
    await at.close()
  }
})

test('rotating secrets.key encrypts authenticator secrets again', async () => {
  const at = await testApp()
  try {
    const { database, config } = at.parts
    const { userId } = (await at.person()).actor
    const sealed = await seal(config.DATA_DIR, nameSecret(userId), 'JBSWY3DPEHPK3PXP')
    await database.pool.query('insert into two_factors (user_id, sealed_secret) values ($1, $2)', [userId, sealed])
    expect(await controlVerbs['rotate-secrets'](at.parts)).toEqual({ resealed: 1 })
    const { rows } = await database.pool.query<{ sealed: string }>('select sealed_secret as sealed from two_factors')
    expect(rows[0]!.sealed).not.toBe(sealed)
    await truncate(join(config.DATA_DIR, 'secrets.key'), 32)
    expect(await unseal(config.DATA_DIR, nameSecret(userId), rows[0]!.sealed)).toBe('JBSWY3DPEHPK3PXP')
    await expect(unseal(config.DATA_DIR, nameSecret(userId), sealed)).rejects.toThrow('authenticate')
  } finally {
    await at.close()
  }
})
