import * as facts from '#contract/jurors/fact-quotes.ts'
import * as contract from '#contract/highlights/highlights.ts'
import * as service from './highlights.service.ts'
import type { FastifyInstance } from 'fastify'
import { listChains as chainsEndpoint } from '#contract/highlights/chains.ts'
import { listPossibleFindings as possibleEndpoint } from '#contract/highlights/possible.ts'
import { ok } from '#contract/endpoint.ts'
import { requireJuror } from '#server/features/jurors/jurors.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { mount } from '#server/platform/http/route.ts'
import { listChains } from './chains.queries.ts'
import {
  listFindingDecisions,
  listComments,
  listHighlights,
  listPossibleFindings,
  readHighlightSummary,
} from './highlights.queries.ts'
import { linkFactQuote, listFactQuotes, unlinkFactQuote } from './fact-quotes.service.ts'
import { syncHighlights } from './highlights.sync.ts'

const reads = ['highlights', 'sessions', 'cases', 'videos', 'transcripts', 'jurors', 'team'] as const

export function highlightRoutes(app: FastifyInstance): void {
  mount(
    app,
    contract.listHighlights,
    async ({ db, actor, setHeader }, { params, input }) => {
      const seen = await requireSession(db, actor, params.sessionId)
      await syncHighlights(db, seen.session)
      const { highlights, nextCursor } = await listHighlights(db, seen, input)
      if (nextCursor) setHeader('x-next-cursor', nextCursor)
      return highlights
    },
    { reads },
  )
  mount(
    app,
    contract.readHighlightSummary,
    async ({ db, actor }, { params, input }) => {
      const seen = await requireSession(db, actor, params.sessionId)
      await syncHighlights(db, seen.session)
      return readHighlightSummary(db, seen, input)
    },
    { reads },
  )
  mount(app, chainsEndpoint, async ({ db, actor, setHeader }, { params, input }) => {
    const seen = await requireSession(db, actor, params.sessionId)
    await syncHighlights(db, seen.session)
    const { chains, nextCursor } = await listChains(db, seen, input)
    if (nextCursor) setHeader('x-next-cursor', nextCursor)
    return chains
  })
  mount(app, possibleEndpoint, async ({ db, actor }, { params }) =>
    listPossibleFindings(db, await requireSession(db, actor, params.sessionId)),
  )
  mount(app, contract.listFindingDecisions, async ({ db, actor }, { params }) => {
    await requireVideo(db, actor, params.videoId)
    return listFindingDecisions(db, params.videoId)
  })
  mount(app, contract.createHighlight, (context, { params, input }) =>
    service.createHighlight(context, params.sessionId, input),
  )
  mount(app, contract.decideHighlights, (context, { params, input }) =>
    service.decideHighlights(context, params.sessionId, input),
  )
  mount(app, contract.updateHighlight, (context, { params, input }) =>
    service.updateHighlight(context, params.highlightId, input),
  )
  mount(app, contract.listHighlightComments, async ({ db, actor }, { params }) => {
    await service.requireHighlight(db, actor, params.highlightId)
    return listComments(db, params.highlightId)
  })
  mount(app, contract.createHighlightComment, (context, { params, input }) =>
    service.createComment(context, params.highlightId, input.text),
  )
  mount(app, facts.listFactQuotes, async ({ db, actor }, { params }) => {
    await requireJuror(db, actor, params.jurorId)
    return listFactQuotes(db, params.jurorId)
  })
  mount(app, facts.linkFactQuote, (context, { params, input }) => linkFactQuote(context, params, input.highlightId))
  mount(app, facts.unlinkFactQuote, async (context, { params }) => {
    await unlinkFactQuote(context, params)
    return ok
  })
}
