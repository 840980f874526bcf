import { eq } from 'drizzle-orm'
import { users } from '#server/features/team/team.table.ts'
import { cleanText } from './clean.ts'
import type { Block } from './doc.ts'
import type { Gathered } from './gather.ts'

/** A line to sign on, with who asked for the document and their firm. */
export async function signatureOf({ db, order, firmName }: Gathered): Promise<Block> {
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, order.createdBy))
  return {
    kind: 'signature',
    name: cleanText(person?.name ?? ''),
    lines: [cleanText(firmName), 'Date: ____________________'],
  }
}
