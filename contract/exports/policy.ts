import { z } from 'zod'
import { defineEndpoint, nothing } from '../endpoint.ts'

export const ExportPolicy = z.strictObject({
  passwordRequired: z.boolean(),
  maxExpiryDays: z.int().min(1).max(365),
  allowNever: z.boolean(),
  allowLinks: z.boolean(),
})
export type ExportPolicy = z.infer<typeof ExportPolicy>
export const defaultExportPolicy: ExportPolicy = {
  passwordRequired: false,
  maxExpiryDays: 30,
  allowNever: false,
  allowLinks: true,
}

export const readExportPolicy = defineEndpoint({
  method: 'GET',
  path: '/api/export-policy',
  summary: 'Get the export policy of your firm.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: ExportPolicy,
  touches: ['team'],
})

export const saveExportPolicy = defineEndpoint({
  method: 'PUT',
  path: '/api/export-policy',
  summary: 'Change the export policy of your firm.',
  needs: 'administrator',
  params: nothing,
  input: ExportPolicy,
  output: ExportPolicy,
  touches: ['team', 'exports'],
})
