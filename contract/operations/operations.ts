import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, Timestamp } from '../endpoint.ts'

/**
 * Sample figures from section 9 of the specification. If the server omits a figure, screens show these and label them
 * as samples.
 */
export const sampleFigures = {
  apiHealth: '99.9%',
  responseTime: '125 ms',
  dynamodbStorage: '4.2 GB',
  buildStatus: 'Passing',
  tableName: 'jury-core',
  totalItems: '24800',
  avgQueryTime: '45ms',
  storageUsed: '2.1GB',
  avgResponseTime: '156ms',
  uptime: '99.97%',
  memoryUsage: '2.1GB',
} as const

export const measuredWindows = ['24h', '7d', '30d'] as const
export type MeasuredWindow = (typeof measuredWindows)[number]

/** If a field is missing, screens show sample data. Null means it hasn't been measured yet. */
export const SystemOverview = z.object({
  apiHealth: z.number().nullable().optional(),
  /** The 95th percentile over the last 24 hours, in ms. */
  responseTime: z.number().nullable().optional(),
  dynamodbStorage: z.number().optional(),
  buildStatus: z.string().nullable().optional(),
  requestCount24h: z.int().optional(),
})
export type SystemOverview = z.infer<typeof SystemOverview>

export const readOverview = defineEndpoint({
  method: 'GET',
  path: '/api/system/overview',
  summary: 'Get health, response time, storage, and build for the last 24 hours.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: SystemOverview,
  touches: ['operations'],
})

export const endpointMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const
export const monitorStatuses = ['healthy', 'failing', 'unknown'] as const
/** Checks can't change any data, so only safe methods are allowed. */
export const monitorMethods = ['GET', 'HEAD'] as const

export const EndpointRecord = z.object({
  /** The ID of a registered URL, or "METHOD path" for a route on this server. */
  id: z.string(),
  path: z.string(),
  method: z.enum(endpointMethods),
  /**
   * `healthy` means less than 1% of responses failed in the last 24 hours. `unknown` means there are no responses yet.
   */
  status: z.enum(monitorStatuses),
  avgResponseTime: z.number().nullable(),
  p95ResponseTime: z.number().nullable(),
  requestCount24h: z.int(),
  source: z.enum(['server', 'registered']),
  url: z.string().nullable(),
  version: z.int().nullable(),
  checkedAt: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type EndpointRecord = z.infer<typeof EndpointRecord>

export const listEndpoints = defineEndpoint({
  method: 'GET',
  path: '/api/endpoints',
  summary: 'List the server’s routes and monitored addresses, with metrics for the last 24 hours.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(EndpointRecord),
  touches: ['operations'],
})

const Monitor = z.strictObject({
  path: z.string().trim().min(1).max(200).optional(),
  method: z.enum(monitorMethods).default('GET'),
  url: z
    .url({ protocol: /^https?$/, error: 'Enter a URL that starts with http:// or https://.' })
    .max(500)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'The URL can’t include a user name or password.'),
})

export const addEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/endpoints',
  summary: 'Monitor an address, with a check every minute.',
  needs: 'operator',
  params: nothing,
  input: Monitor,
  output: EndpointRecord,
  touches: ['operations'],
})

export const editEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/endpoints/:id',
  summary: 'Change a monitored address.',
  needs: 'operator',
  params: z.strictObject({ id: Id }),
  input: Monitor.extend({ version: z.int() }),
  output: EndpointRecord,
  touches: ['operations'],
})

export const deleteEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/endpoints/:id',
  summary: 'Stop monitoring an address and delete its figures.',
  needs: 'operator',
  params: z.strictObject({ id: Id }),
  input: nothing,
  output: done,
  touches: ['operations'],
})

export const pipelineStatuses = ['running', 'idle', 'failed'] as const
export const stepStates = ['pending', 'running', 'completed', 'failed', 'skipped'] as const
export const PipelineStep = z.object({
  status: z.enum(stepStates),
  duration: z.string().nullable(),
  result: z.string().nullable(),
  progress: z.number().min(0).max(100),
})
export const PipelineStatus = z.object({
  status: z.enum(pipelineStatuses).optional(),
  steps: z.record(z.string(), PipelineStep).default({}),
  reportedAt: Timestamp.nullable().default(null),
  media: z.object({ waiting: z.int(), running: z.int(), completed24h: z.int(), failed24h: z.int() }).optional(),
  integrity: z
    .object({ ok: z.int(), changed: z.int(), unchecked: z.int(), oldestCheckAt: Timestamp.nullable() })
    .optional(),
})
export type PipelineStatus = z.infer<typeof PipelineStatus>

export const readPipeline = defineEndpoint({
  method: 'GET',
  path: '/api/pipeline/status',
  summary: 'Get the latest build and deployment, the analysis queue, and the file checks.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: PipelineStatus,
  touches: ['operations'],
})

export const PipelineReport = z.strictObject({
  kind: z.enum(['build', 'deployment']),
  run: z.string().min(1).max(100),
  steps: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(80),
        status: z.enum(stepStates),
        seconds: z.number().min(0).max(1_000_000).optional(),
        result: z.string().max(200).optional(),
        progress: z.number().min(0).max(100).optional(),
      }),
    )
    .min(1)
    .max(40),
})
export type PipelineReport = z.infer<typeof PipelineReport>

export const reportPipeline = defineEndpoint({
  method: 'POST',
  path: '/api/pipeline/report',
  summary: 'Report the progress of a build or deployment, with PIPELINE_TOKEN.',
  needs: 'nobody',
  params: nothing,
  input: PipelineReport,
  output: done,
  touches: ['operations'],
})

export const DatabaseStats = z.object({
  tableName: z.string().optional(),
  totalItems: z.int().optional(),
  isEstimated: z.boolean().default(false),
  avgQueryTime: z.string().nullable().optional(),
  storageUsed: z.string().optional(),
  kind: z.enum(['embedded', 'server']).optional(),
  tables: z.array(z.object({ name: z.string(), items: z.int(), bytes: z.int(), isEstimated: z.boolean() })).default([]),
})
export type DatabaseStats = z.infer<typeof DatabaseStats>

export const readDatabaseStats = defineEndpoint({
  method: 'GET',
  path: '/api/dynamodb/stats',
  takesLong: true,
  summary: 'Get the row counts, size, and query time of the PostgreSQL database.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: DatabaseStats,
  touches: ['operations'],
})

/**
 * Each change is a percentage compared with the same period a week earlier. For `30d`, it's compared with the previous
 * 30 days.
 */
export const Performance = z.object({
  window: z.enum(measuredWindows).optional(),
  avgResponseTime: z.number().nullable().optional(),
  responseTimeChange: z.number().nullable().default(null),
  /** The percentage of minutes that the server was up since the first measurement. */
  uptime: z.number().nullable().optional(),
  uptimeChange: z.number().nullable().default(null),
  /** The mean resident memory of the server process, in GiB. */
  memoryUsage: z.number().nullable().optional(),
  memoryChange: z.number().nullable().default(null),
  hours: z
    .array(
      z.object({
        at: Timestamp,
        requests: z.int(),
        avgResponseTime: z.number().nullable(),
        memory: z.number().nullable(),
      }),
    )
    .default([]),
})
export type Performance = z.infer<typeof Performance>

export const readPerformance = defineEndpoint({
  method: 'GET',
  path: '/api/performance',
  takesLong: true,
  summary: 'Get response time, uptime, and memory, compared with the previous period.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ window: z.enum(measuredWindows).default('24h') }),
  output: Performance,
  touches: ['operations'],
})
