import { dirname } from 'node:path/posix'
import { z } from 'zod'
import type { Endpoint, Needs } from '#contract/endpoint.ts'
import { type RawRoute, rawRoutes } from '#contract/raw-routes.ts'
import { type RefusalCode, statusOf } from '../errors.ts'
import { type Json, readContract, SchemaComponents } from './schemas.ts'

export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json }
export type Content = Readonly<Record<string, { schema?: Json }>>
export type Answer = { description: string; headers?: Readonly<Record<string, unknown>>; content?: Content }
export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  'x-needs': Needs
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
}
export type OpenApi = {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Record<string, Answer> }
}

/** In the order of the page. `modules` are folders and files in contract/. */
const tags = [
  {
    name: 'Sign-in',
    description: 'Passwords, passkeys, two-factor sign-in, signed-in devices, and API tokens.',
    modules: ['account/auth', 'account/two-factor', 'account/tokens'],
  },
  { name: 'Profile', description: 'Your professional profile and personal data.', modules: ['account/profile'] },
  {
    name: 'Team',
    description: 'Your firm’s members and settings.',
    modules: ['account/team', 'account/trial', 'account/firm-settings'],
  },
  {
    name: 'Notifications',
    description: 'Notifications and how you receive them.',
    modules: ['operations/notifications'],
  },
  {
    name: 'Cases',
    description: 'Cases, their members, activity, analytics, and archives.',
    modules: ['cases', 'exports/archives'],
  },
  { name: 'Sessions', description: 'Case sessions and their videos.', modules: ['sessions'] },
  {
    name: 'Jurors',
    description: 'Jurors, seats, ratings, live notes, and restricted records.',
    modules: ['jurors'],
  },
  {
    name: 'Videos',
    description: 'Upload, play, analyze, and download recordings.',
    modules: ['videos', 'sessions/progress'],
  },
  { name: 'Transcripts', description: 'Captions and corrections.', modules: ['videos/corrections'] },
  {
    name: 'Speakers',
    description: 'Voices in a video and who they belong to.',
    modules: ['speakers'],
  },
  {
    name: 'Findings',
    description: 'Findings, second opinions, and annotations.',
    modules: ['findings'],
  },
  {
    name: 'Highlights',
    description: 'Highlights, comments, and session concerns.',
    modules: ['highlights'],
  },
  { name: 'Strikes', description: 'Strikes, evidence, excusals, and jury selection.', modules: ['strikes'] },
  {
    name: 'Exports',
    description: 'Exports, reels, and share links.',
    modules: ['exports', 'highlights/reels'],
  },
  { name: 'Search', description: 'Search everything you have access to.', modules: ['operations/search'] },
  {
    name: 'Installation',
    description: 'Health, performance, monitoring, and contact requests for this installation.',
    modules: ['operations'],
  },
]

function getTag(module: string): string {
  const findTag = (place: string) => tags.find(({ modules }) => modules.includes(place))?.name
  return findTag(module) ?? findTag(dirname(module)) ?? module
}

const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string().describe('What happened and what to do.'),
  status: z.int(),
  code: z.enum(Object.keys(statusOf) as [RefusalCode, ...RefusalCode[]]),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe('One sentence per invalid field.'),
  current: z.unknown().optional().describe('After a conflict, the current record.'),
})

/** Each description by the name of its component. */
const refusals: Readonly<Record<number | 'default', Readonly<Record<string, string>>>> = {
  400: { Invalid: 'Something in the request is missing or wrong' },
  401: { Unauthenticated: 'Not signed in' },
  403: { NotAllowed: 'This user or token isn’t allowed to do this' },
  404: { NotFound: 'It doesn’t exist or you don’t have access to it' },
  409: { Conflict: 'It has changed, or its state doesn’t allow this' },
  410: { Gone: 'It has expired' },
  411: { LengthRequired: 'Content-Length is missing' },
  412: { Precondition: 'A required header is missing' },
  413: { TooLarge: 'The request is too large' },
  415: { Unsupported: 'Unsupported media type' },
  416: { Range: 'The range is outside the file' },
  422: { Mismatch: 'This Idempotency-Key was used with a different body' },
  429: { TooMany: 'Too many requests. Retry-After gives the seconds to wait' },
  507: { NoSpace: 'Out of storage' },
  default: { Refused: 'Refused' },
}
const header = (description: string, schema: Json = { type: 'string' }) => ({ description, schema })

const headers = {
  ErrorCode: header('The kind of error.', { type: 'string', enum: Object.keys(statusOf) }),
  ErrorFields: header('One sentence per invalid field, as percent-encoded JSON.'),
  RequestId: header('Identifies this request in the server log.'),
  NextCursor: header('Send it as the cursor to get the next page. Absent on the last page.'),
}
const sharedHeader = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

const toRefusal = (description: string, schema: Json): Answer => ({
  description,
  headers: {
    'x-error-code': sharedHeader('ErrorCode'),
    'x-error-fields': sharedHeader('ErrorFields'),
    'x-request-id': sharedHeader('RequestId'),
  },
  content: { 'text/plain': { schema: { type: 'string' } }, 'application/problem+json': { schema } },
})

const listRefusals = (statuses: readonly number[]): Operation['responses'] =>
  Object.fromEntries(
    [...[...new Set(statuses)].sort((a, b) => a - b), 'default' as const].map((status) => [
      status,
      { $ref: `#/components/responses/${Object.keys(refusals[status]!)[0]}` },
    ]),
  )

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies the request. For 24 hours, repeating it with the same key and body returns the stored response. The same key with a different body returns 422.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

/** Operations that accept only a token from the installation's settings, not a user's. */
const byInstallationToken = new Set(['reportPipeline', 'readMetrics'])

function getSecurity(
  operationId: string,
  { needs, personally }: Pick<Endpoint, 'needs' | 'personally'>,
): Operation['security'] {
  if (byInstallationToken.has(operationId)) return [{ installation: [] }]
  if (needs === 'nobody') return []
  return personally ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

const toParameters = (place: 'path' | 'query', { properties = {}, required = [] }: Json): Parameter[] =>
  Object.entries(properties as Record<string, Json>).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema,
  }))

type Causes = { isEmpty: boolean; needs: Needs; takesKey: boolean; hasId: boolean; fields: ReadonlySet<string> }
const listCauses = ({ isEmpty, needs, takesKey, hasId, fields }: Causes): number[] => [
  ...(isEmpty ? [] : [400]),
  ...(needs === 'nobody' ? [] : [401, 403]),
  ...(hasId ? [404] : []),
  ...(fields.has('version') ? [409] : []),
  ...(takesKey ? [422] : []),
  429,
]

function describeEndpoint(endpoint: Endpoint, operationId: string, tag: string, schemas: SchemaComponents): Operation {
  const { method, path, input, output, needs } = endpoint
  const isRead = method === 'GET'
  const given = schemas.getObject(input, 'input')
  const fields = new Set(Object.keys(given.properties ?? {}))
  const isEmpty = given.type === 'object' && fields.size === 0
  const parameters = toParameters('path', schemas.getObject(endpoint.params, 'input'))
  // Sign-ins don't support idempotency keys.
  const takesKey = method === 'POST' && !(needs === 'nobody' && path.startsWith('/api/auth/'))
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    'x-needs': needs,
    security: getSecurity(operationId, endpoint),
    parameters: [...parameters, ...(isRead ? toParameters('query', given) : []), ...(takesKey ? [idempotencyKey] : [])],
    ...(isRead || isEmpty
      ? {}
      : {
          requestBody: {
            required: !input.safeParse({}).success,
            content: { 'application/json': { schema: schemas.get(input, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        ...(isRead && fields.has('cursor') ? { headers: { 'x-next-cursor': sharedHeader('NextCursor') } } : {}),
        content: { 'application/json': { schema: schemas.get(output, 'output') } },
      },
      ...listRefusals(listCauses({ isEmpty, needs, takesKey, hasId: parameters.length > 0, fields })),
    },
  }
}

function describeRaw(route: RawRoute, operationId: string, schemas: SchemaComponents): Operation {
  const { path, needs, query, body } = route
  const toContent = (types: readonly string[], schema: z.ZodType, io: 'input' | 'output'): Content => {
    const json = schemas.get(schema, io)
    return Object.fromEntries(types.map((type) => [type, { schema: json }]))
  }
  const takesKey = route.method === 'POST' && needs !== 'nobody'
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    'x-needs': needs,
    security: getSecurity(operationId, route),
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', ...(name === 'token' ? {} : { format: 'uuid' }) },
      })),
      ...(query ? toParameters('query', schemas.getObject(query, 'input')) : []),
      ...Object.entries(route.headers ?? {}).map(([name, { description, required = false }]) => ({
        name,
        in: 'header',
        required,
        description,
        schema: { type: 'string' },
      })),
      ...(takesKey ? [idempotencyKey] : []),
    ],
    ...(body
      ? { requestBody: { required: !body.optional, content: toContent(body.types, body.schema, 'input') } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [
          status,
          {
            description: answer.description,
            ...(answer.headers
              ? {
                  headers: Object.fromEntries(
                    Object.entries(answer.headers).map(([name, text]) => [name, header(text)]),
                  ),
                }
              : {}),
            ...(answer.types && answer.schema ? { content: toContent(answer.types, answer.schema, 'output') } : {}),
          },
        ]),
      ),
      ...listRefusals(
        [
          ...(body || query ? [400] : []),
          ...(needs === 'nobody' ? [] : [401, 403]),
          ...(route.refuses ?? []),
          ...(takesKey ? [422] : []),
          429,
        ].filter((status) => !(status in route.answers)),
      ),
    },
  }
}

export async function describeApi(
  mounted: readonly Pick<Endpoint, 'method' | 'path'>[],
  version: string,
): Promise<OpenApi> {
  const contract = await readContract()
  const nameRoute = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
  const byRoute = new Map([...contract.endpoints.keys()].map((endpoint) => [nameRoute(endpoint), endpoint]))
  const schemas = new SchemaComponents(new Map([...contract.schemas, ...Object.entries({ Problem: problem })]))
  const paths: OpenApi['paths'] = {}
  const add = (method: string, path: string, operation: Operation) => {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  for (const route of mounted) {
    const endpoint = byRoute.get(nameRoute(route))!
    const { name, module } = contract.endpoints.get(endpoint)!
    add(endpoint.method, endpoint.path, describeEndpoint(endpoint, name, getTag(module), schemas))
  }
  for (const [name, route] of Object.entries(rawRoutes) as [string, RawRoute][])
    add(route.method, route.path, describeRaw(route, name, schemas))
  const shared = schemas.get(problem, 'output')
  return schemas.finish({
    openapi: '3.1.0',
    info: {
      title: 'Venire',
      version,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'Errors are one sentence of plain text, with the code, request ID, and field errors in the headers x-error-code, x-request-id, and x-error-fields. Send Accept: application/problem+json to get everything as JSON (RFC 9457). If a list has a next page, its cursor is in x-next-cursor.',
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'venire_session', description: 'Set on sign-in.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token from the profile screen. The scope "read" allows every GET request, and "write" allows every other method. If x-needs is administrator or operator, the token needs the scope "administer" and its owner needs that role.',
        },
        installation: {
          type: 'http',
          scheme: 'bearer',
          description: 'PIPELINE_TOKEN or METRICS_TOKEN from the installation settings.',
        },
      },
      headers,
      responses: Object.fromEntries(
        Object.values(refusals)
          .flatMap((each) => Object.entries(each))
          .map(([name, description]) => [name, toRefusal(description, shared)]),
      ),
    },
  }) as unknown as OpenApi
}
