import type { FastifyInstance } from 'fastify'
import type { describeApi, OpenApi } from './describe.ts'
import { docsPolicy, renderApiDocs } from './page.ts'

type DescribeApi = typeof describeApi

export function openApiRoutes(app: FastifyInstance, version: string): void {
  let document: Promise<OpenApi> | null = null
  let page: Promise<string> | null = null
  const readDocument = () => (document ??= describe(app, version))
  app.get('/api/openapi.json', readDocument)
  app.get('/api/docs', async (_request, reply) => {
    const html = await (page ??= readDocument().then(renderApiDocs))
    return reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(html)
  })
}

/** Imports from the source folder even if the server is bundled, because it reads the contract's source files. */
async function describe({ mounted }: FastifyInstance, version: string): Promise<OpenApi> {
  const sources: { describeApi: DescribeApi } = await import(new URL('./describe.ts', import.meta.url).href)
  return sources.describeApi(mounted, version)
}
