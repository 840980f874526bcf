import { z } from 'zod'
import { defineEndpoint, nothing } from '../endpoint.ts'

export const FirmStorage = z.object({
  videos: z.int(),
  originalBytes: z.number(),
  exports: z.int(),
  exportBytes: z.number(),
  deletedVideos: z.int(),
  deletedBytes: z.number(),
  deletedKeepDays: z.number(),
  /** Counts toward the quota. */
  usedBytes: z.number().optional(),
  quotaBytes: z.number().nullable(),
})
export type FirmStorage = z.infer<typeof FirmStorage>

export const readFirmStorage = defineEndpoint({
  method: 'GET',
  path: '/api/firm/storage',
  summary: 'Get the storage used by your firm’s videos and exports.',
  needs: 'administrator',
  params: nothing,
  input: nothing,
  output: FirmStorage,
  touches: ['videos', 'exports'],
})

const Service = z.object({
  host: z.string(),
  model: z.string(),
  mayBeRemote: z.boolean(),
})

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
