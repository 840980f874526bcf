/** Who this installation is: the key that signs its evidence packs and case archives. */
import { z } from 'zod'
import { defineEndpoint, nothing, Timestamp } from '../endpoint.ts'

const Key = z.object({
  /** SHA-256 of the public key (SPKI, DER) in lower-case hex. */
  fingerprint: z.string(),
  /** SPKI in PEM. */
  publicKey: z.string(),
  createdAt: Timestamp,
})

/** Open to everybody: whoever holds a pack must be able to compare its key. */
export const readInstallation = defineEndpoint({
  method: 'GET',
  path: '/api/installation',
  summary: "Get the public key that signs this installation's packs and archives.",
  needs: 'nobody',
  params: nothing,
  input: nothing,
  output: Key.extend({
    /** Keys that were replaced; what they signed stays signed. */
    retired: z.array(Key),
  }),
  touches: [],
})
