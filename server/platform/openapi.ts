import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** OpenAPI 3.1 of every mounted endpoint, generated from the values that are mounted. */
export function openApiOf(endpoints: readonly Endpoint[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Venire',
      version,
      description:
        'Errors answer one plain sentence as text; code, request id and field errors travel in the headers x-error-code, x-request-id and x-error-fields.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'venire_session' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token of the profile screen. Scope "read" answers every GET, "write" every other method, and "administer" is needed beside the role wherever x-needs says administrator or operator.',
        },
      },
    },
    paths,
  }
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Record<string, unknown>

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names one act. A request with the same key and body is answered from memory for 24 hours; with another body it is refused (422).',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function operation(endpoint: Endpoint): object {
  const isRead = endpoint.method === 'GET'
  const input = schemaOf(endpoint.input, 'input')
  const inPath = Object.entries(propertiesOf(schemaOf(endpoint.params, 'input')))
  const inQuery = isRead ? Object.entries(propertiesOf(input)) : []
  return {
    summary: endpoint.summary,
    'x-needs': endpoint.needs,
    ...(endpoint.needs === 'nobody'
      ? {}
      : { security: endpoint.personally ? [{ session: [] }] : [{ session: [] }, { token: [] }] }),
    parameters: [
      ...inPath.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
      ...inQuery.map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
      ...(endpoint.method === 'POST' ? [idempotencyKey] : []),
    ],
    ...(isRead || Object.keys(propertiesOf(input)).length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } } },
      default: {
        description: 'Refused, in one plain sentence',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
  }
}

const propertiesOf = (schema: Record<string, unknown>): Record<string, unknown> =>
  (schema.properties ?? {}) as Record<string, unknown>

export function openApiRoute(app: FastifyInstance, version: string): void {
  let document: object | null = null
  app.get('/api/openapi.json', async () => (document ??= openApiOf(app.mounted, version)))
}
