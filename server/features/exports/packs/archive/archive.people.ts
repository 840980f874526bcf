import { and, eq } from 'drizzle-orm'
import { members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Ids } from './archive.ids.ts'
import type { OpenArchive } from './archive.open.ts'
import { ArchivedPerson } from './archive.schema.ts'
import type { ImportedPerson } from '../../core/exports.table.ts'

/** By their id in the archive. */
export type Person = { id: string; email: string; name: string }

/** Said of every act that came with an archive, wherever the name of who did it is shown. */
const accordingTo = ' (imported, according to the archive)'
const longestName = 120

/**
 * Everybody of the archive gets a user of their own here, whose name says that their acts are the archive's word: nobody's
 * account answers for what an archive says they did. Who was matched to a member comes into the case as that member.
 */
export async function placePeople(
  tx: Db,
  { firmId, match }: { firmId: string; match: (person: Person) => string | null },
  archive: OpenArchive,
  ids: Ids,
) {
  const [matched, imported]: [Person[], Person[]] = [[], []]
  const asTold: ImportedPerson[] = []
  const membersById = new Map<string, string>()
  for await (const row of archive.rows('people')) {
    const told = ArchivedPerson.parse(row)
    const id = ids.of('users', told.id)!
    const userId = match(told)
    const [member] =
      userId === null
        ? []
        : await tx
            .select({ name: users.name })
            .from(users)
            .innerJoin(members, and(eq(members.userId, users.id), eq(members.firmId, firmId)))
            .where(and(eq(users.id, userId), eq(members.status, 'active')))
            .for('share')
    if (userId !== null && !member)
      throw new Refusal(
        'conflict',
        `${told.name} was matched to somebody who is no longer a member. Import the archive again.`,
      )
    const name = (member?.name ?? told.name).slice(0, longestName - accordingTo.length)
    // No password and no firm: nobody can sign in as them.
    await tx.insert(users).values({ id, email: `${id}@imported.invalid`, name: `${name}${accordingTo}` })
    asTold.push({ ...told, id, userId })
    if (userId === null) imported.push(told)
    else {
      matched.push(told)
      membersById.set(id, userId)
    }
  }
  const taken = new Set<string>()
  const takeMember = (id: string): string | null => {
    const userId = membersById.get(id)
    if (userId === undefined || taken.has(userId)) return null
    taken.add(userId)
    return userId
  }
  return { matched, imported, takeMember, asTold }
}
