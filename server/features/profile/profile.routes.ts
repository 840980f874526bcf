import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/profile.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { setFileHeaders } from '#server/platform/http/bytes.ts'
import { mount, mountOpen, requireActor } from '#server/platform/http/route.ts'
import { readOwnData } from './own-data.queries.ts'
import { changeEmail, confirmEmail } from './email.service.ts'
import { readProfile, saveAvatar, saveProfile } from './profile.service.ts'

export function profileRoutes(app: FastifyInstance): void {
  mount(app, contract.readProfile, ({ db, actor }) => readProfile(db, actor.userId))
  mount(app, contract.saveProfile, (context, { input }) => saveProfile(context, input))
  mount(app, contract.changeEmail, (context, { input }) => changeEmail(context, input))
  mountOpen(app, contract.confirmEmail, async (context, { input }) => {
    const { email, firmId } = await confirmEmail(context, input.token)
    if (firmId) context.parts.live.publish({ firmId, nouns: contract.confirmEmail.touches })
    return { email }
  })
  mount(app, contract.saveAvatar, (context, { input }) => saveAvatar(context, input.avatar))

  app.get('/api/profile/data', async (request, reply) => {
    const actor = requireActor(request, 'member', { personally: true })
    const { db } = app.parts.database
    const data = await readOwnData(db, actor)
    await db.transaction((tx) =>
      recordAct(tx, { actor, ip: request.ip, action: 'user.data_downloaded', entity: 'user', entityId: actor.userId }),
    )
    setFileHeaders(reply, 'json', 'my-venire-data.json')
    return reply.header('cache-control', 'no-store').send(JSON.stringify(data, null, 2))
  })
}
