import { z } from 'zod'
import { defineEndpoint, nothing } from '../endpoint.ts'

/** What stands beside a firm's own settings on the settings screen: room taken, and what the installation lays down. */

export const FirmStorage = z.object({
  videos: z.int(),
  /** Originals, as they count against the quota. */
  originalBytes: z.number(),
  exports: z.int(),
  exportBytes: z.number(),
  /** Deleted videos whose bytes are kept for undo; they count in no quota. */
  deletedVideos: z.int(),
  deletedBytes: z.number(),
  deletedKeepDays: z.number(),
  quotaBytes: z.number().nullable(),
})
export type FirmStorage = z.infer<typeof FirmStorage>

export const readFirmStorage = defineEndpoint({
  method: 'GET',
  path: '/api/firm/storage',
  summary: "Get the storage used by your firm's videos and exports.",
  needs: 'administrator',
  params: nothing,
  input: nothing,
  output: FirmStorage,
  touches: ['videos', 'exports'],
})

const Service = z.object({
  host: z.string(),
  model: z.string(),
  /** The operator lets it lie outside this machine and its private network. */
  mayBeRemote: z.boolean(),
})

/** Set by the operator, shown to everybody: where sound and text of a video may go, and how long a sign-in lasts. */
export const InstallationLimits = z.object({
  speechService: Service.nullable(),
  opinionService: Service.nullable(),
  idleHours: z.number(),
  sessionDays: z.number(),
  maxUploadBytes: z.number(),
})
export type InstallationLimits = z.infer<typeof InstallationLimits>

export const readInstallationLimits = defineEndpoint({
  method: 'GET',
  path: '/api/firm/installation',
  summary: 'Get the services and limits that apply to every firm.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: InstallationLimits,
  touches: ['team'],
})
