import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type OneTimeLink } from '#contract/account/team.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { sendDigests } from '#server/features/notifications/mail.digest.ts'
import { buildAnalysis, buildFinding, buildResults } from '#server/features/analysis/analysis.factory.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { sendMorningSummaries } from '#server/features/overview/mail.morning.ts'
import { members } from '#server/features/team/team.table.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { openMailer, sendLetterJob } from '#server/platform/mail.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'
import { type SmtpServer, startSmtp } from './smtp.ts'

let smtp: SmtpServer
let at: TestApp
let administrator: Person
beforeAll(async () => {
  smtp = await startSmtp()
  at = await openApp()
  await sendLetters(at)
})
beforeEach(async () => {
  await at.truncate()
  smtp.received.length = 0
  smtp.refuse(null)
  administrator = await at.person()
})
afterAll(async () => {
  await at.close()
  await smtp.stop()
})

const openApp = () =>
  testApp({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Venire <venire@firm.example>',
    PUBLIC_URL: 'http://venire.firm.example',
  })

/** Runs only the mail queue because maintenance jobs would send digests. */
const sendLetters = ({ parts }: TestApp) =>
  parts.queue.work(
    { mail: sendLetterJob },
    { mail: ({ payload }) => parts.mailer.deliver(parts.database.db, payload.letterId) },
  )

const waitMs = 20_000
const arrived = (count = 1) => vi.waitFor(() => expect(smtp.received).toHaveLength(count), waitMs)
const waiting = async () =>
  (await at.parts.database.db.execute<{ recipient: string }>(sql`select recipient from outgoing_letters`)).rows
const none = () => vi.waitFor(async () => expect(await waiting()).toEqual([]), waitMs)
const linkIn = (text = '') => new URL(/http:\S+/.exec(text)?.[0] ?? 'http://absent')

test('mails an invitation with a working link, but not a rolled-back one', async () => {
  const to = { email: 'new@firm.example', role: 'member', profession: 'paralegal' }
  const made = (await administrator.call('POST', '/api/team/invitations', to)).json<OneTimeLink>()
  expect(made).toMatchObject({ mailed: true, url: null })
  await arrived()
  const [letter] = smtp.received
  expect(letter).toMatchObject({
    from: 'venire@firm.example',
    to: ['new@firm.example'],
    subject: 'Join Test firm on Venire',
  })
  expect(letter?.text).toContain('Test attorney invited you to join Test firm')
  const link = linkIn(letter?.text)
  expect(link.href).toMatch(/^http:\/\/venire\.firm\.example\/invitation\?/)
  const accepted = await at.app.inject({
    method: 'POST',
    url: '/api/auth/invitation/accept',
    payload: { token: link.searchParams.get('token'), name: 'Paralegal', password: testPassword },
  })
  expect(accepted.statusCode).toBe(200)
  await none()
  await at.parts.database.db
    .transaction(async (tx) => {
      await at.parts.mailer.send(tx, { to: 'nobody@firm.example', subject: 'never', text: 'never' }, null)
      throw new Error('changed my mind')
    })
    .catch(() => {})
  expect(await waiting()).toEqual([])
  expect(smtp.received).toHaveLength(1)
})

test("resets a forgotten password by mailed link; strangers learn nothing and can't flood a mailbox", async () => {
  const { email } = administrator.account
  const ask = (address: string) =>
    at.app.inject({ method: 'POST', url: '/api/auth/password-reset/request', payload: { email: address } })
  expect((await at.app.inject('/api/auth/options')).json()).toMatchObject({ canMailLinks: true })
  const [known, unknown] = [await ask(email), await ask('nobody@firm.example')]
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  await arrived()
  const token = linkIn(smtp.received[0]?.text).searchParams.get('token')
  const confirm = { token, password: 'another long password' }
  const set = () => at.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm', payload: confirm })
  expect((await set()).statusCode).toBe(200)
  expect((await set()).statusCode).toBe(410)
  const signIn = (password: string) =>
    at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password } })
  expect((await signIn(confirm.password)).statusCode).toBe(200)
  expect((await signIn(testPassword)).statusCode).toBe(401)
  for (let i = 0; i < 4; i++) await ask(email)
  await none()
  const isNotice = ({ subject }: (typeof smtp.received)[number]) => subject === 'Venire security notice: Password reset'
  expect(smtp.received.filter(isNotice).map((each) => each.to)).toEqual([[email]])
  const links = smtp.received.filter((each) => !isNotice(each))
  expect(links.map((each) => each.to)).toEqual([[email], [email], [email]])
})

test("a firm's many letters don't delay another firm's reset link", async () => {
  const busy = await openApp()
  try {
    const [many, one] = [await busy.person(), await busy.person()]
    for (let each = 0; each < 30; each++) {
      const invited = { email: `member${each}@many.example`, role: 'member', profession: 'attorney' }
      expect((await many.call('POST', '/api/team/invitations', invited)).statusCode).toBe(200)
    }
    const { email } = one.account
    await busy.app.inject({ method: 'POST', url: '/api/auth/password-reset/request', payload: { email } })
    await sendLetters(busy)
    await arrived(31)
    expect(smtp.received.findIndex(({ to }) => to.includes(email))).toBeLessThan(6)
  } finally {
    await busy.close()
  }
})

test("an administrator never sees another person's reset link if it can be mailed", async () => {
  const person = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const made = await administrator.call('POST', `/api/team/${person.actor.userId}/reset-link`, {
    password: testPassword,
  })
  expect(made.json<OneTimeLink>()).toMatchObject({ url: null, mailed: true })
  await arrived()
  expect(smtp.received[0]?.to).toEqual([person.account.email])
  expect(linkIn(smtp.received[0]?.text).pathname).toBe('/reset')
})

test('if it can be mailed, an administrator can help someone on a case they’re not on', async () => {
  const person = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  await buildCase(at.parts.database.db, person.actor)
  const path = `/api/team/${person.actor.userId}`
  const proof = { password: testPassword }
  expect((await administrator.call('DELETE', `${path}/two-factor`, proof)).body).toBe(
    `${person.account.name} doesn’t have two-factor sign-in turned on.`,
  )
  expect((await administrator.call('POST', `${path}/reset-link`, proof)).statusCode).toBe(200)
  await arrived()
  const token = linkIn(smtp.received[0]?.text).searchParams.get('token')
  const payload = { token, password: 'another good password' }
  const done = await at.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm', payload })
  expect(done.statusCode).toBe(200)
})

test('mails a member of two firms at most three reset links per hour', async () => {
  const person = await at.person()
  await at.parts.database.db.insert(members).values({
    firmId: administrator.actor.firmId,
    userId: person.actor.userId,
    role: 'member',
    profession: 'attorney',
  })
  const ask = () =>
    administrator.call('POST', `/api/team/${person.actor.userId}/reset-link`, { password: testPassword })
  for (let i = 0; i < 3; i++) expect((await ask()).json<OneTimeLink>()).toMatchObject({ url: null, mailed: true })
  expect((await ask()).statusCode).toBe(429)
  await arrived(3)
  expect(new Set(smtp.received.flatMap((each) => each.to))).toEqual(new Set([person.account.email]))
})

test('no one can flood a mailbox with invitations or address changes', async () => {
  const invite = (email: string) =>
    administrator.call('POST', '/api/team/invitations', { email, role: 'member', profession: 'attorney' })
  const move = (person: Person, email: string) =>
    person.call('POST', '/api/profile/email', { email, password: testPassword })
  const statuses = async (tries: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(tries)).map(({ statusCode }) => statusCode).toSorted()
  const target = 'victim@other.example'
  expect(await statuses(Array.from({ length: 8 }, () => invite(target)))).toEqual([
    200, 200, 200, 429, 429, 429, 429, 429,
  ])
  const others = await Promise.all([at.person(), at.person(), at.person(), at.person()])
  expect(await statuses(others.map((each) => move(each, target)))).toEqual([200, 200, 200, 429])
  const [first] = others
  const many = Array.from({ length: 12 }, (_each, index) => `victim${index}@other.example`)
  const moved: number[] = []
  for (const email of many) moved.push((await move(first!, email)).statusCode)
  expect(moved.filter((status) => status === 200).length).toBeLessThanOrEqual(10)
  // A firm can send up to 200 invitations a day.
  await at.parts.database.db.execute(sql`insert into one_time_links (id, kind, token_hash, firm_id, email, expires_at)
    select gen_random_uuid(), 'invitation', 'hash ' || n, ${administrator.actor.firmId}, n || '@x.example', now()
    from generate_series(1, 200) n`)
  const refused = await invite('one.more@other.example')
  expect([refused.statusCode, refused.body]).toEqual([
    429,
    '200 invitations were already sent from your firm today. Try again tomorrow.',
  ])
  expect(
    (
      await first!.call('POST', '/api/team/invitations', {
        email: 'a@other.example',
        role: 'member',
        profession: 'attorney',
      })
    ).statusCode,
  ).toBe(200)
})

test('retries mail while the server is busy and gives up if the address is rejected', async () => {
  const send = (to: string) =>
    at.parts.database.db.transaction((tx) => at.parts.mailer.send(tx, { to, subject: 'Sample', text: 'Sample.' }, null))
  const jobs = async () =>
    (
      await at.parts.database.db.execute<{ state: string; output: { reason?: string } | null; failures: number }>(
        sql`select state, output, (data->>'failures')::int as failures from pgboss.job where name = 'mail.send'`,
      )
    ).rows
  smtp.refuse({ at: 'recipient', with: '451 try again later' })
  const silence = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await send('busy@firm.example')
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'retry', failures: 1 }]), waitMs)
  expect(await waiting()).toHaveLength(1)
  smtp.refuse(null)
  await arrived()
  await none()
  smtp.refuse({ at: 'recipient', with: '550 no such mailbox' })
  await send('nobody@firm.example')
  await vi.waitFor(async () => {
    const given = (await jobs()).find((each) => each.state === 'failed')
    expect(given?.output?.reason).toContain('the mail server rejected it')
  }, waitMs)
  expect(await waiting()).toEqual([])
  silence.mockRestore()
})

test('a line break in a recipient or subject adds no header and no recipient', async () => {
  const { db } = at.parts.database
  const thief = 'thief@elsewhere.example'
  const letters = [
    { to: 'one@firm.example', subject: `Reset\r\nBcc: ${thief}\r\n\r\nForged body` },
    { to: `two@firm.example\r\nBcc: ${thief}`, subject: 'Two' },
    { to: `three@firm.example>\r\nRCPT TO:<${thief}`, subject: 'Three' },
    { to: `four@firm.example, ${thief}`, subject: 'Four' },
  ]
  for (const letter of letters) await at.parts.mailer.send(db, { ...letter, text: 'Hello' }, null)
  await none()
  expect(smtp.received.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Reset'))
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain(thief)
  for (const { raw, text } of smtp.received) {
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(?:bcc|rcpt to):/im)
    expect(text).toBe('Hello')
  }
})

test('sends nothing unencrypted outside the private network', async () => {
  // 127.1 is the loopback address, but isn't recognized as private.
  const SMTP_URL = smtp.url.replace('127.0.0.1', '127.1')
  const far = openMailer({ SMTP_URL, MAIL_FROM: 'a@firm.example', PUBLIC_URL: undefined }, at.parts.queue)
  await expect(far.check()).rejects.toThrow(/STARTTLS|TLS/)
  far.close()
  await expect(at.parts.mailer.check()).resolves.toBeUndefined()
})

const tell = (title: string, message: string, caseId: string | null = null) =>
  at.parts.database.db.transaction((tx) =>
    notify(tx, {
      ...{ firmId: administrator.actor.firmId, actorId: null, caseId, topic: title, entityId: null, title, message },
      ...{ type: 'info', category: 'case', to: { userIds: [administrator.actor.userId] } },
    }),
  )

const dayMs = 86_400_000
const morning = (days = 2) => new Date(Math.floor(Date.now() / dayMs) * dayMs + days * dayMs + 7 * 3_600_000 + 30_000)

test('the daily digest counts unread items, names no one, and is sent once and only if needed', async () => {
  const caseId = await buildCase(at.parts.database.db, administrator.actor)
  await sendDigests(at.parts, morning())
  expect(await waiting()).toEqual([])
  await tell('Strike awaiting approval', 'Juror 12: a peremptory in State v. Example waits for you.', caseId)
  await tell('Strike awaiting approval', 'Juror 14 said: I hate all of them.', caseId)
  await tell('Export ready', 'Strike log of State v. Example')
  await sendDigests(at.parts, morning())
  await sendDigests(at.parts, morning())
  await arrived()
  await none()
  const [letter] = smtp.received
  expect(letter?.to).toEqual([administrator.account.email])
  expect(letter?.subject).toBe('3 unread notifications on Venire')
  expect(letter?.text).toContain('- Strike awaiting approval (2)\n- Export ready\n')
  expect(letter?.raw).not.toMatch(/juror|state v|hate|peremptory/i)
  expect(letter?.text).toContain('http://venire.firm.example/profile#notifications')
  await sendDigests(at.parts, morning(3))
  expect(smtp.received).toHaveLength(1)
})

test('digests can be turned off or sent at once', async () => {
  const settings = (mail: string) => administrator.call('PUT', '/api/notifications/settings', { muted: [], mail })
  const soon = () => new Date(Date.now() + 60_000)
  expect((await administrator.call('GET', '/api/notifications/settings')).json()).toEqual({
    ...{ muted: [], mail: 'daily', morning: false, canMail: true },
  })
  expect((await settings('never')).json()).toMatchObject({ mail: 'never' })
  await tell('Export ready', 'Strike log')
  await sendDigests(at.parts, morning())
  expect([await waiting(), smtp.received]).toEqual([[], []])
  await settings('at_once')
  await sendDigests(at.parts, soon())
  await arrived()
  expect(smtp.received[0]?.subject).toBe('1 unread notification on Venire')
})

test('a former case member gets no mail about it', async () => {
  const stranger = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const caseId = await buildCase(at.parts.database.db, stranger.actor)
  await at.parts.database.db
    .execute(sql`insert into notifications (id, firm_id, user_id, case_id, topic, type, category, title)
    values (gen_random_uuid(), ${administrator.actor.firmId}, ${administrator.actor.userId}, ${caseId}, 'x', 'info', 'case', 'Export ready')`)
  await sendDigests(at.parts, morning())
  expect(await waiting()).toEqual([])
})

const ask = (wishes: { mail?: string; morning?: boolean }, by = administrator) =>
  by.call('PUT', '/api/notifications/settings', { muted: [], ...wishes })

test('sends subscribers a daily summary of work, dates, and strikes left', async () => {
  const { db } = at.parts.database
  const caseId = await buildCase(db, administrator.actor)
  const budget = { us: 6, them: 6, alternatesUs: 1, alternatesThem: 1, source: 'order', orderNote: 'Order' }
  await db.execute(sql`update cases set trial_date = '2027-03-19', voir_dire_date = '2027-03-09',
    strike_budget = ${JSON.stringify(budget)}::jsonb where id = ${caseId}`)
  await db.execute(sql`update firms set time_zone = 'America/New_York'`)
  const plan = { type: 'jury_voir_dire', date: '2027-01-04', name: 'State v. Example, day 1' }
  const { id } = (await administrator.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const video = await buildVideo(at.parts, administrator.actor, { caseId })
  await administrator.call('POST', `/api/sessions/${id}/videos`, { videoId: video.id })
  const findings = [buildFinding({ severity: 'critical' }), buildFinding({ severity: 'low', quote: 'Another.' })]
  await buildAnalysis(db, video.id, buildResults({ findings }))
  await administrator.call('GET', `/api/sessions/${id}/highlights`)

  const [early, seven] = [new Date('2027-03-08T11:59:00Z'), new Date('2027-03-08T12:00:30Z')]
  await sendMorningSummaries(at.parts, seven)
  expect(await waiting()).toEqual([])
  expect((await ask({ morning: true })).json()).toMatchObject({ mail: 'daily', morning: true })
  await sendMorningSummaries(at.parts, early)
  expect(await waiting()).toEqual([])
  await sendMorningSummaries(at.parts, seven)
  await sendMorningSummaries(at.parts, seven)
  await arrived()
  await none()
  const [letter] = smtp.received
  expect(letter?.subject).toBe('Your Venire morning summary')
  const site = 'http://venire.firm.example'
  expect(letter?.text).toContain('Waiting for you\n- 2 findings to review in 1 session, 1 critical\n')
  expect(letter?.text).toContain(
    `Upcoming dates\n- Tue, Mar 9: voir dire, ${site}/cases/${caseId}\n- Fri, Mar 19: trial,`,
  )
  expect(letter?.text).toContain(`Our remaining peremptory strikes\n- 7 of 7, ${site}/cases/${caseId}\n`)
  expect(letter?.raw).not.toMatch(/juror|state v/i)
  await sendMorningSummaries(at.parts, new Date('2027-03-09T12:00:30Z'))
  await arrived(2)
})

test('one person’s failed morning summary holds up nobody else’s, and none goes out after the morning', async () => {
  const { db } = at.parts.database
  const others = [await at.person(), await at.person()]
  for (const each of [administrator, ...others]) {
    const caseId = await buildCase(db, each.actor)
    await db.execute(sql`update cases set trial_date = '2027-03-09' where id = ${caseId}`)
    await ask({ morning: true }, each)
  }
  const { mailer } = at.parts
  let tries = 0
  const failing: typeof mailer = Object.assign(Object.create(mailer) as typeof mailer, {
    send: (...sent: Parameters<typeof mailer.send>) => {
      if (tries++ === 0) throw new Error('The letter was refused.')
      return mailer.send(...sent)
    },
  })
  await sendMorningSummaries({ ...at.parts, mailer: failing }, new Date('2027-03-08T12:00:00Z'))
  expect([tries, await waiting()]).toEqual([0, []])
  const inTheMorning = new Date('2027-03-08T07:30:00Z')
  await expect(sendMorningSummaries({ ...at.parts, mailer: failing }, inTheMorning)).rejects.toThrow('Some')
  await arrived(2)
  await sendMorningSummaries(at.parts, inTheMorning)
  await arrived(3)
})

test('no morning summary goes out without work or dates, to former members, or about other people’s cases', async () => {
  const { db } = at.parts.database
  const colleague = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const caseId = await buildCase(db, administrator.actor)
  await db.execute(sql`update cases set trial_date = '2027-03-09' where id = ${caseId}`)
  await ask({ morning: true }, colleague)
  await ask({ morning: true })
  await db.execute(sql`update members set status = 'suspended' where user_id = ${administrator.actor.userId}`)
  await sendMorningSummaries(at.parts, new Date('2027-03-08T08:00:00Z'))
  expect([await waiting(), smtp.received]).toEqual([[], []])
  await db.execute(sql`update members set status = 'active' where user_id = ${administrator.actor.userId}`)
  await sendMorningSummaries(at.parts, new Date('2027-03-08T08:00:00Z'))
  await arrived()
  expect(smtp.received[0]?.to).toEqual([administrator.account.email])
})
