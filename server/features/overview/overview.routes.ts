import type { FastifyInstance } from 'fastify'
import { readWorkOverview } from '#contract/cases/overview.ts'
import { mount } from '#server/platform/http/route.ts'
import { readWork } from './overview.queries.ts'

export function overviewRoutes(app: FastifyInstance): void {
  mount(app, readWorkOverview, ({ db, actor }) => readWork(db, actor))
}
