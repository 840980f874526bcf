import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/operations/contact.ts'
import { ok } from '#contract/endpoint.ts'
import { every, type Repeating } from '#server/platform/queue/repeat.ts'
import { mount, mountOpen } from '#server/platform/http/route.ts'
import { listContactRequests, purgeContactRequests } from './contact.queries.ts'
import { markHandled, receiveContact } from './contact.service.ts'

const hourMs = 3_600_000

export function contactRoutes(app: FastifyInstance): void {
  const { config, database, live } = app.parts
  let purging: Repeating | null = null
  app.addHook('onListen', async () => {
    purging = every(
      hourMs,
      () => purgeContactRequests(database.db, contract.contactLimits.keepDays),
      (error) => app.log.warn({ err: error }, 'failed to remove old contact requests'),
    )
    purging.soon()
  })
  app.addHook('onClose', () => purging?.stop())

  mountOpen(app, contract.sendContactRequest, async ({ db, ip }, { input }) => {
    const firmIds = await receiveContact({ db, ip, config }, input)
    for (const firmId of firmIds) live.publish({ firmId, nouns: ['notifications', 'operations'] })
    return ok
  })
  mount(app, contract.listContactRequests, async ({ db, setHeader }, { input }) => {
    const { requests, nextCursor, open } = await listContactRequests(db, input)
    setHeader('x-totals', JSON.stringify({ open }))
    if (nextCursor) setHeader('x-next-cursor', nextCursor)
    return requests
  })
  mount(app, contract.handleContactRequest, (context, { params, input }) =>
    markHandled(context, params.requestId, input.handled),
  )
}
