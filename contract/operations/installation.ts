import { z } from 'zod'
import { defineEndpoint, nothing, Timestamp } from '../endpoint.ts'

const Key = z.object({
  /** The SHA-256 hash of the public key (SPKI, DER) in lowercase hex. */
  fingerprint: z.string(),
  publicKey: z.string(),
  createdAt: Timestamp,
})

export const readInstallation = defineEndpoint({
  method: 'GET',
  path: '/api/installation',
  summary: 'Get the public key that signs this installation’s packs and archives.',
  needs: 'nobody',
  params: nothing,
  input: nothing,
  output: Key.extend({
    /** Keys that have been replaced. Signatures made with them are still valid. */
    retired: z.array(Key),
  }),
  touches: [],
})
