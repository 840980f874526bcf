import type { FastifyInstance } from 'fastify'
import * as auth from '#contract/account/auth.ts'
import { ok } from '#contract/endpoint.ts'
import { removeMemberTwoFactor as removeMemberTwoFactorEndpoint } from '#contract/account/team.ts'
import * as tokens from '#contract/account/tokens.ts'
import * as contract from '#contract/account/two-factor.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { absent } from '#server/platform/errors.ts'
import { mount } from '#server/platform/http/route.ts'
import type { SecurityListener } from './securing.ts'
import { deleteOtherSignIns, deleteSignIn, listSignIns } from './auth.queries.ts'
import {
  removeMemberTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
} from './two-factor/two-factor.service.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './two-factor/passkeys.service.ts'
import { requirePasskeySignIn } from './two-factor/passkeys.guard.ts'
import { changePassword } from './passwords/passwords.service.ts'
import { createToken, listTokens, revokeToken } from './tokens.service.ts'
import { readTwoFactor } from './two-factor/two-factor.queries.ts'

export function securityRoutes(app: FastifyInstance, listeners: SecurityListener): void {
  mount(app, auth.changePassword, async (context, { input }) => {
    await requirePasskeySignIn(context)
    await changePassword({ ...context, listeners }, input)
    return ok
  })

  mount(app, auth.listSignIns, ({ db, actor }) => listSignIns(db, actor))
  mount(app, auth.revokeSignIn, async ({ db, actor, parts, ip }, { params }) => {
    await db.transaction(async (tx) => {
      await requirePasskeySignIn({ db: tx, actor, parts })
      if (!(await deleteSignIn(tx, actor.userId, params.id))) throw absent('session')
      await recordAct(tx, { actor, ip, action: 'sign_in.revoked', entity: 'sign_in', entityId: params.id })
    })
    return ok
  })
  mount(app, auth.endOtherSignIns, ({ db, actor, parts, ip }) =>
    db.transaction(async (tx) => {
      await requirePasskeySignIn({ db: tx, actor, parts })
      const ended = await deleteOtherSignIns(tx, actor.userId, actor.signInId)
      await recordAct(tx, {
        actor,
        ip,
        action: 'sign_in.others_revoked',
        entity: 'user',
        entityId: actor.userId,
        details: { ended },
      })
      return { ended }
    }),
  )

  mount(app, contract.readTwoFactor, ({ db, actor }) => readTwoFactor(db, actor))
  mount(app, contract.beginTwoFactor, (context) => beginTwoFactor(context))
  mount(app, contract.confirmTwoFactor, async (context, { input }) => ({
    recoveryCodes: await confirmTwoFactor({ ...context, listeners }, input.code),
  }))
  mount(app, contract.renewRecoveryCodes, async (context) => ({
    recoveryCodes: await renewRecoveryCodes({ ...context, listeners }),
  }))
  mount(app, contract.removeTwoFactor, async (context) => {
    await removeTwoFactor({ ...context, listeners })
    return ok
  })

  mount(app, removeMemberTwoFactorEndpoint, async (context, { params }) => {
    await removeMemberTwoFactor({ ...context, listeners }, params.userId)
    return ok
  })

  mount(app, contract.listPasskeys, ({ db, actor }) => listPasskeys(db, actor))
  mount(app, contract.beginPasskey, (context) => beginPasskey(context))
  mount(app, contract.addPasskey, (context, { input }) => addPasskey({ ...context, listeners }, input))
  mount(app, contract.renamePasskey, (context, { params, input }) =>
    renamePasskey(context, params.passkeyId, input.name),
  )
  mount(app, contract.removePasskey, async (context, { params }) => {
    await removePasskey({ ...context, listeners }, params.passkeyId)
    return ok
  })

  mount(app, tokens.listTokens, ({ db, actor }) => listTokens(db, actor))
  mount(app, tokens.createToken, (context, { input }) => createToken({ ...context, listeners }, input))
  mount(app, tokens.revokeToken, async (context, { params }) => {
    await revokeToken({ ...context, listeners }, params.tokenId)
    return ok
  })
}
