import { z } from 'zod'
import { defineEndpoint, nothing, Timestamp } from '../endpoint.ts'

export const nodeRoles = ['all', 'web', 'worker'] as const

/** `speech` jobs analyze videos. `media` jobs check, import, and clean up recordings. */
export const lanes = ['speech', 'media', 'export', 'mail'] as const
export type Lane = (typeof lanes)[number]

/**
 * Optional features of a worker. `speech` recognizes speech, `speech:cuda` does it on a GPU, and `opinion` has a
 * language model.
 */
export const capabilities = ['ffmpeg', 'speech', 'speech:cuda', 'opinion'] as const
export type Capability = (typeof capabilities)[number]

/** `outdated` processes are too old for the database schema and don't take jobs. */
export const nodeStates = ['running', 'outdated', 'silent'] as const

export const NodeRecord = z.object({
  id: z.string(),
  host: z.string(),
  role: z.enum(nodeRoles),
  lanes: z.array(z.enum(lanes)),
  /** Null if the process takes any job, as in version 0.1.0. */
  capabilities: z.array(z.enum(capabilities)).nullable(),
  concurrency: z.int(),
  version: z.string(),
  schema: z.string(),
  state: z.enum(nodeStates),
  startedAt: Timestamp,
  seenAt: Timestamp,
})
export type NodeRecord = z.infer<typeof NodeRecord>

export const NodeList = z.object({
  nodes: z.array(NodeRecord),
  queue: z.array(z.object({ lane: z.enum(lanes), waiting: z.int(), running: z.int() })),
  /** The number of queued jobs that no running worker in their lane can do, and the capabilities that are missing. */
  unserved: z.array(z.object({ lane: z.enum(lanes), needs: z.array(z.enum(capabilities)), waiting: z.int() })),
})
export type NodeList = z.infer<typeof NodeList>

export const listNodes = defineEndpoint({
  method: 'GET',
  path: '/api/system/nodes',
  summary: 'List this installation’s processes and the jobs that wait for them.',
  needs: 'operator',
  params: nothing,
  input: nothing,
  output: NodeList,
  touches: ['operations'],
})
