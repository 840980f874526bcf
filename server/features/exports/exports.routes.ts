import type { FastifyInstance } from 'fastify'
import { Id, ok } from '#contract/endpoint.ts'
import * as policy from '#contract/exports/policy.ts'
import * as contract from '#contract/exports/exports.ts'
import * as motions from '#contract/highlights/motions.ts'
import * as reels from '#contract/highlights/reels.ts'
import * as share from '#contract/exports/share.ts'
import { getAccessLog } from '#server/features/audit/accesses.ts'
import { nameToken } from '#server/features/audit/audit.service.ts'
import { sendBytes } from '#server/platform/http/bytes.ts'
import { absent } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, mount, requireActor } from '#server/platform/http/route.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { readMotion, verifyQuote } from './documents/content/motion.ts'
import { archiveRoutes } from './packs/archive/archive.service.ts'
import { requireExport, requireSubject, readPolicy, savePolicy } from './core/exports.access.ts'
import { readExportDetail, listExports, listAccesses } from './core/exports.queries.ts'
import * as service from './core/exports.service.ts'
import { getSentKind, type Makers } from './core/maker.ts'
import { exportDownloads } from './core/exports.table.ts'
import { readReel, saveReel } from './films/reels.service.ts'
import { createShareLink, revokeShareLink } from './sharing/links.service.ts'
import { shareRoutes } from './sharing/share.routes.ts'

const changing: ReadonlySet<share.LinkState> = new Set(['open', 'locked', 'unavailable'])

const listed = { reads: ['exports', 'cases', 'sessions', 'videos', 'team'] } as const

export function exportRoutes(app: FastifyInstance, makers: Makers): void {
  const answer = async (
    { db, actor, setHeader, markUncounted }: Context,
    kind: 'case' | 'session' | 'video',
    id: string,
    input: Parameters<typeof listExports>[4],
  ) => {
    const { inCase } = await requireSubject(db, actor, { kind, id })
    const { list, nextCursor } = await listExports(db, actor, inCase, { kind, id }, input)
    if (nextCursor) setHeader('x-next-cursor', nextCursor)
    // Links can expire, unlock, or become unavailable without a database write.
    if (list.some(({ links }) => links.some(({ state }) => changing.has(state)))) markUncounted()
    return list
  }
  mount(
    app,
    contract.listCaseExports,
    (context, { params, input }) => answer(context, 'case', params.caseId, input),
    listed,
  )
  mount(
    app,
    contract.listSessionExports,
    (context, { params, input }) => answer(context, 'session', params.sessionId, input),
    listed,
  )
  mount(
    app,
    contract.listVideoExports,
    (context, { params, input }) => answer(context, 'video', params.videoId, input),
    listed,
  )
  mount(app, contract.estimateExport, (context, { input }) => service.estimateExport(context, makers, input))
  mount(app, contract.createExport, (context, { input }) => service.createExport(context, makers, input))
  mount(app, contract.readExport, async ({ db, actor }, { params }) =>
    readExportDetail(db, actor, await requireExport(db, actor, params.exportId)),
  )
  mount(app, contract.cancelExport, (context, { params }) => service.cancelExport(context, params.exportId))
  mount(app, contract.rerunExport, (context, { params, input }) =>
    service.rerunExport(context, makers, params.exportId, input),
  )
  mount(app, contract.revokeExport, (context, { params, input }) =>
    service.revokeExport(context, params.exportId, input.reason),
  )
  mount(app, motions.listMotionQuotes, async ({ db, actor }, { params }) =>
    readMotion(db, actor, await requireSession(db, actor, params.sessionId, 'seeWorkProduct', { evenLocked: true })),
  )
  mount(app, motions.verifyMotionQuote, async (context, { params, input }) => {
    await verifyQuote(context, { ...params, ...input })
    return ok
  })
  mount(app, reels.readReel, (context, { params }) => readReel(context, params.sessionId))
  mount(app, reels.saveReel, (context, { params, input }) => saveReel(context, params.sessionId, input.highlightIds))
  mount(app, policy.readExportPolicy, ({ db, actor }) => readPolicy(db, actor.firmId))
  mount(app, policy.saveExportPolicy, (context, { input }) => savePolicy(context, input))
  mount(app, share.createShareLink, (context, { params, input }) => createShareLink(context, params.exportId, input))
  mount(app, share.revokeShareLink, (context, { params }) => revokeShareLink(context, params))
  mount(app, share.listShareAccesses, async ({ db, actor }, { params }) => {
    await requireExport(db, actor, params.exportId)
    return listAccesses(db, params)
  })
  fileRoute(app, makers)
  shareRoutes(app, makers)
  archiveRoutes(app)
}

function fileRoute(app: FastifyInstance, makers: Makers): void {
  const { database, storage } = app.parts
  const accesses = getAccessLog(database.db)
  app.addHook('onClose', () => accesses.flush())
  app.route<{ Params: { exportId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/exports/:exportId/file',
    handler: async (request, reply) => {
      const actor = requireActor(request)
      const { exportId } = request.params
      if (!Id.safeParse(exportId).success) throw absent('export')
      const seen = await requireExport(database.db, actor, exportId)
      const { row } = seen
      const { key, sha256 } = service.requireReady(seen)
      return sendBytes(storage, request, reply, {
        key,
        kind: getSentKind(makers, row),
        etag: sha256,
        saveAs: row.filename,
        sha256,
        onChanged: (found) => service.reportChangedExport(app.parts, row, found),
        onOpen: () =>
          accesses.open(
            {
              firmId: row.firmId,
              caseId: row.caseId,
              entity: 'export',
              entityId: exportId,
              file: 'file, downloaded',
              by: { userId: actor.userId, ...nameToken(actor) },
              ip: request.ip,
              action: 'export.downloaded',
            },
            async (tx) =>
              void (await tx
                .insert(exportDownloads)
                .values({ id: newId(), exportId, userId: actor.userId, ip: request.ip })),
          ),
      })
    },
  })
}
