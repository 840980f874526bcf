import { z } from 'zod'
import { defineEndpoint, nothing } from '../endpoint.ts'

export const searchTypes = ['case', 'session', 'highlight', 'strike', 'export', 'team_member', 'other'] as const
export type SearchType = (typeof searchTypes)[number]

export const searchLimits = { min: 2, max: 200 } as const

export const SearchResult = z.object({
  id: z.string(),
  /** `other` includes jurors, transcript passages, and videos. */
  type: z.enum(searchTypes),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  /** A path on this site. For speech, the `t` query parameter is the time in seconds. */
  href: z.string(),
  metadata: z.object({ status: z.string().nullable(), date: z.string().nullable(), court: z.string().nullable() }),
})
export type SearchResult = z.infer<typeof SearchResult>

/**
 * Supports words, `"quoted phrases"`, `word*`, `juror:12`, and `type:bias`. All terms must match. The last word matches
 * as a prefix.
 */
export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  takesLong: true,
  summary: 'Search everything you can access.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    q: z
      .string('Type at least 2 characters to search.')
      .trim()
      .min(searchLimits.min, 'Type at least 2 characters to search.')
      .max(searchLimits.max, 'Search for at most 200 characters.'),
  }),
  output: z.array(SearchResult),
  touches: [],
})
