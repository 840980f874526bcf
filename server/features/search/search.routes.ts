import type { FastifyInstance } from 'fastify'
import { search } from '#contract/operations/search.ts'
import { mount } from '#server/platform/http/route.ts'
import { searchAll } from './search.service.ts'

export function searchRoutes(app: FastifyInstance): void {
  mount(app, search, ({ db, actor }, { input }) => searchAll(db, actor, input.q))
}
