import type { FastifyInstance } from 'fastify'
import { importJurors as importEndpoint } from '#contract/jurors/import.ts'
import * as seats from '#contract/jurors/seats.ts'
import * as contract from '#contract/jurors/jurors.ts'
import * as liveNotes from '#contract/jurors/live-notes.ts'
import * as restricted from '#contract/jurors/restricted-records.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import type { Db } from '#server/platform/db.ts'
import { mount } from '#server/platform/http/route.ts'
import { requireJuror } from './jurors.access.ts'
import { importJurors } from './jurors.import.ts'
import { listJurors, readJuror } from './jurors.queries.ts'
import * as service from './jurors.service.ts'
import { listLiveNotes, undoLiveNote, writeLiveNote } from './live-notes.service.ts'
import * as restrictedService from './restricted.service.ts'
import { arrangeSeats, fillSeats, listSeats, moveSeat } from './seats.service.ts'

export type JurorListeners = {
  refuseDeletion: (tx: Db, juror: { id: string; jurorNumber: string }) => Promise<void>
}

const importBodyBytes = 16 * 1024 * 1024

export function jurorRoutes(app: FastifyInstance, { refuseDeletion }: JurorListeners): void {
  mount(app, contract.listJurors, async ({ db, actor }, { params }) =>
    listJurors(db, actor, await requireCase(db, actor, params.caseId)),
  )
  mount(app, contract.createJuror, (context, { params, input }) => service.createJuror(context, params.caseId, input))
  mount(app, contract.readJuror, async ({ db, actor }, { params }) =>
    readJuror(db, actor, await requireJuror(db, actor, params.jurorId)),
  )
  mount(app, contract.updateJuror, (context, { params, input }) => service.updateJuror(context, params.jurorId, input))
  mount(app, contract.deleteJuror, (context, { params }) =>
    service.deleteJuror(context, params.jurorId, refuseDeletion),
  )
  mount(app, contract.restoreJuror, (context, { params }) => service.restoreJuror(context, params.jurorId))
  mount(app, contract.recordJurorEvent, (context, { params, input }) =>
    service.recordJurorEvent(context, params.jurorId, input),
  )
  mount(app, contract.rateJuror, (context, { params, input }) => service.rateJuror(context, params.jurorId, input))
  mount(app, contract.withdrawRating, (context, { params }) => service.withdrawRating(context, params.jurorId))

  mount(app, seats.listSeats, async ({ db, actor }, { params }) => {
    await requireSession(db, actor, params.sessionId)
    return listSeats(db, params.sessionId)
  })
  mount(app, seats.moveSeat, (context, { params, input }) => moveSeat(context, params.sessionId, input))
  mount(app, seats.arrangeSeats, (context, { params, input }) => arrangeSeats(context, params.sessionId, input))
  mount(app, seats.fillSeats, (context, { params }) => fillSeats(context, params.sessionId))

  mount(app, liveNotes.listLiveNotes, (context, { params, input }) =>
    listLiveNotes(context, params.sessionId, input.jurorId),
  )
  mount(app, liveNotes.writeLiveNote, (context, { params, input }) => writeLiveNote(context, params.sessionId, input))
  mount(app, liveNotes.undoLiveNote, (context, { params }) => undoLiveNote(context, params.liveNoteId))

  mount(app, restricted.readRestrictedState, (context, { params }) =>
    restrictedService.readState(context, params.caseId),
  )
  mount(app, restricted.openRestrictedRecords, (context, { params, input }) =>
    restrictedService.openRecords(context, params.caseId, input.reason),
  )
  mount(app, restricted.closeRestrictedRecords, (context, { params }) =>
    restrictedService.closeRecords(context, params.caseId),
  )
  mount(app, restricted.readRestrictedRecord, (context, { params }) =>
    restrictedService.readRecord(context, params.jurorId),
  )
  mount(app, restricted.saveRestrictedRecord, (context, { params, input }) =>
    restrictedService.saveRecord(context, params.jurorId, input),
  )

  void app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.bodyLimit = importBodyBytes))
    mount(scope, importEndpoint, (context, { params, input }) => importJurors(context, params.caseId, input), {
      first: ({ db, actor }, { caseId }) => requireCase(db, actor, caseId, 'manageJurors'),
    })
  })
}
