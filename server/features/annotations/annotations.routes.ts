import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/findings/annotations.ts'
import { mount } from '#server/platform/http/route.ts'
import { createAnnotation, deleteAnnotation, updateAnnotation } from './annotations.service.ts'

export function annotationRoutes(app: FastifyInstance): void {
  mount(app, contract.createAnnotation, (context, { params, input }) =>
    createAnnotation(context, params.videoId, input),
  )
  mount(app, contract.updateAnnotation, (context, { params, input }) => updateAnnotation(context, params, input))
  mount(app, contract.deleteAnnotation, (context, { params }) => deleteAnnotation(context, params))
}
