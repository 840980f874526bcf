import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import type { Account, SignInAnswer } from '#contract/account/auth.ts'
import * as contract from '#contract/account/auth.ts'
import { ok } from '#contract/endpoint.ts'
import {
  enterByPasskey as enterByPasskeyEndpoint,
  enterCode as enterCodeEndpoint,
  passkeySignInOptions,
} from '#contract/account/two-factor.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { mailResetLink } from '#server/features/team/reset.service.ts'
import { firms, members } from '#server/features/team/team.table.ts'
import { Refusal } from '#server/platform/errors.ts'
import { isDirectLoopback } from '#server/platform/http/address.ts'
import { mount, mountOpen, type OpenContext } from '#server/platform/http/route.ts'
import type { AuthListeners } from './auth.listeners.ts'
import { cookieName } from './auth.actor.ts'
import { switchFirm } from './firms.service.ts'
import { resendConfirmation } from './unproven.ts'
import { loadAccount, deleteSignIn, readInvitation } from './auth.queries.ts'
import {
  acceptInvitation,
  canSignUp,
  enter,
  type Entry,
  resetPassword,
  type SecondStep,
  signIn,
  signUp,
  signUpRule,
} from './auth.service.ts'
import { deviceCookieName, deviceDays, rememberDevice } from './passwords/devices.ts'
import { getRelyingParty } from './two-factor/passkeys.guard.ts'
import { enterByPasskey, offerPasskeySignIn } from './two-factor/passkeys.service.ts'
import { enterCode } from './two-factor/two-factor.service.ts'

const resetAnswerMs = 400

export function authRoutes(app: FastifyInstance, listeners: AuthListeners): void {
  const { config } = app.parts
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookieName(config).startsWith('__Host-'),
  } as const

  async function welcome({ db, reply, request, parts }: OpenContext, entry: Entry): Promise<Account> {
    parts.live.publish({ firmId: entry.firmId, nouns: ['notifications'] })
    reply.setCookie(cookieName(config), entry.token, { ...cookie, expires: entry.expiresAt })
    if (!entry.isHeldBack) {
      const name = deviceCookieName(config)
      const device = await rememberDevice(config, request.cookies[name], entry.userId)
      reply.setCookie(name, device, { ...cookie, maxAge: deviceDays * 86_400 })
    }
    return loadAccount(db, entry, config)
  }
  const signInOrChallenge = (context: OpenContext, answer: Entry | SecondStep): Promise<SignInAnswer> =>
    'ticket' in answer ? Promise.resolve(answer) : welcome(context, answer)
  const mayEnterDemo = (request: FastifyRequest): boolean => config.DEMO && isDirectLoopback(request)

  mountOpen(app, contract.entryOptions, async (context, { input }) => ({
    canSignUp: await canSignUp(context, input.token),
    signUpNeedsLink: !(await signUpRule(context)).open,
    trialDays: config.TRIAL_DAYS || null,
    demoEntry: mayEnterDemo(context.request),
    canMailLinks: context.parts.mailer.isConfigured,
    passkeyHost: getRelyingParty(config)?.id ?? null,
  }))

  mountOpen(app, contract.signUp, async (context, { input }) =>
    welcome(context, await signUp({ ...context, listeners }, input)),
  )
  mountOpen(app, contract.signIn, async (context, { input }) =>
    signInOrChallenge(context, await signIn({ ...context, listeners }, input)),
  )
  mountOpen(app, contract.readInvitation, ({ db }, { input }) => readInvitation(db, input.token))
  mountOpen(app, contract.acceptInvitation, async (context, { input }) => {
    const { firmId, entry } = await acceptInvitation({ ...context, listeners }, input)
    context.parts.live.publish({ firmId, nouns: contract.acceptInvitation.touches })
    return signInOrChallenge(context, entry)
  })
  mountOpen(app, enterCodeEndpoint, async (context, { input }) =>
    welcome(context, await enterCode({ ...context, listeners }, input)),
  )
  mountOpen(app, passkeySignInOptions, (context) => offerPasskeySignIn(context))
  mountOpen(app, enterByPasskeyEndpoint, async (context, { input }) =>
    welcome(context, await enterByPasskey({ ...context, listeners }, input)),
  )

  mountOpen(app, contract.demoSignIn, async (context) => {
    if (!mayEnterDemo(context.request)) throw new Refusal('not_found', 'Nothing was found at this address.')
    const entry = await context.db.transaction(async (tx) => {
      const [person] = await tx
        .select({ userId: members.userId, firmId: members.firmId })
        .from(members)
        .innerJoin(firms, eq(firms.id, members.firmId))
        .where(eq(firms.isDemo, true))
        .limit(1)
      if (!person) throw new Refusal('not_found', 'The demo firm doesn’t exist yet.')
      return enter(tx, { ...context, listeners }, { ...person, method: 'demo' })
    })
    return welcome(context, entry)
  })

  mountOpen(app, contract.requestPasswordReset, async (context, { input }) => {
    // Known email addresses take longer to process, so every response takes at least the same time.
    await Promise.all([mailResetLink(context, input.email), setTimeout(resetAnswerMs)])
    return ok
  })

  mountOpen(app, contract.resetPassword, async (context, { input }) => {
    await resetPassword({ ...context, listeners }, input)
    return ok
  })

  mount(app, contract.signOut, async ({ db, actor, ip, setHeader }) => {
    await db.transaction(async (tx) => {
      await deleteSignIn(tx, actor.userId, actor.signInId)
      await recordAct(tx, { actor, ip, action: 'sign_in.ended', entity: 'sign_in', entityId: actor.signInId })
    })
    setHeader('clear-site-data', '"cache"')
    // Leaves out "cookies" above because the known-device cookie must survive sign-out.
    setHeader('set-cookie', app.serializeCookie(cookieName(config), '', { ...cookie, expires: new Date(0) }))
    return ok
  })

  mount(app, contract.resendConfirmation, async (context) => {
    await resendConfirmation(context)
    return ok
  })
  mount(app, contract.switchFirm, async (context, { input }) =>
    loadAccount(context.db, await switchFirm(context, input.firmId), config),
  )
  mount(app, contract.readAccount, ({ db, actor }) => loadAccount(db, actor, config))
}
