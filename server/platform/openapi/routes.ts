import type { FastifyInstance } from 'fastify'
import { describeApi, type OpenApi } from './describe.ts'
import { docsPolicy, renderApiDocs } from './page.ts'

export function openApiRoutes(app: FastifyInstance, version: string): void {
  let document: Promise<OpenApi> | null = null
  let page: Promise<string> | null = null
  const readDocument = () => (document ??= describeApi(app.mounted, version))
  app.get('/api/openapi.json', readDocument)
  app.get('/api/docs', async (_request, reply) => {
    const html = await (page ??= readDocument().then(renderApiDocs))
    return reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(html)
  })
}
