import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { sealedNames } from '../sealed/sealed.types.ts'
import { longestText, sha256, text, time } from './archive.schema.ts'
import { damaged } from './archive.tables.ts'

const eventFields = ['at', 'action', 'entity', 'details', 'previousHash'] as const
const CustodyLine = z.strictObject({
  kind: z.enum(['event', 'link', 'withheld']),
  chain: text(60),
  seq: z.int().min(0),
  hash: sha256,
  at: time.optional(),
  actorId: Id.nullable().optional(),
  ip: text(200).nullable().optional(),
  action: text(100).optional(),
  entity: text(100).optional(),
  entityId: text(1000).nullable().optional(),
  caseId: Id.nullable().optional(),
  details: text(longestText).optional(),
  reason: text(longestText).nullable().optional(),
  previousHash: sha256.optional(),
  keyFingerprint: text(200).nullable().optional(),
  mac: text(200).nullable().optional(),
  why: text(200).optional(),
})
/** The activity table holds all events in memory, about 200,000 at this limit, but not links to other cases' events. */
const mostCustody = { characters: 1024 ** 3, ofEvents: 128 * 1024 ** 2 }

export async function requireCustody(lines: AsyncIterable<string>): Promise<void> {
  let [line, characters, ofEvents] = [0, 0, 0]
  for await (const each of lines) {
    line++
    const { data } = CustodyLine.safeParse(JSON.parse(each))
    if (!data || (data.kind === 'event' && eventFields.some((name) => data[name] === undefined)))
      throw damaged(`line ${line} of ${sealedNames.custody} isn’t valid`)
    characters += each.length
    if (data.kind === 'event') ofEvents += each.length
    if (characters > mostCustody.characters || ofEvents > mostCustody.ofEvents)
      throw damaged(`${sealedNames.custody} is too long`)
  }
}
