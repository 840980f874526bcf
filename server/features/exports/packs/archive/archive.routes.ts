import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import * as contract from '#contract/exports/archives.ts'
import { Refusal } from '#server/platform/errors.ts'
import { answerOnce } from '#server/platform/idempotency.ts'
import { mount, requireActor } from '#server/platform/route.ts'
import { confirmImport, readImport, readOrigin, receiveArchive } from './archive.service.ts'

const Query = z.object({ caseNumber: z.string().trim().min(1).max(60).optional() })

export function archiveRoutes(app: FastifyInstance): void {
  mount(app, contract.readCaseImport, ({ db, actor }, { params }) => readImport(db, actor, params.importId))
  mount(app, contract.confirmCaseImport, (context, { params, input }) =>
    confirmImport(context, params.importId, input.people),
  )
  mount(app, contract.readCaseOrigin, ({ db, actor }, { params }) => readOrigin(db, actor, params.caseId))
  void app.register(async (scope) => {
    // Before a byte of the body, whatever it is said to be: a stranger sends nothing here.
    scope.addHook('onRequest', async (request) => {
      requireActor(request)
    })
    // Streamed to the disk: an archive may be larger than memory.
    scope.removeAllContentTypeParsers()
    for (const type of ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'])
      scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
    scope.post('/api/case-imports', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const actor = requireActor(request)
      const sizeBytes = Number(request.headers['content-length'])
      if (!Number.isSafeInteger(sizeBytes) || sizeBytes <= 0 || !request.body)
        throw new Refusal('invalid', 'Send the archive as the body of the request, with its length.')
      const query = Query.safeParse(request.query)
      if (!query.success)
        throw new Refusal('invalid', 'A case number has 1 to 60 characters.', {
          fields: { caseNumber: 'A case number has 1 to 60 characters.' },
        })
      const { caseNumber = null } = query.data
      const given = { endpoint: 'POST /api/case-imports', content: sizeBytes }
      const { answer } = await answerOnce(scope.parts, request, reply, given, (db) =>
        receiveArchive(scope.parts, db, actor, { bytes: request.body as Readable, sizeBytes, caseNumber }),
      )
      return answer
    })
  })
}
