import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { firms, members, users } from './team.table.ts'

type Settings = Pick<Config, 'OPERATOR_EMAILS'>
type Standing = Pick<typeof users.$inferSelect, 'isOperator' | 'email' | 'emailProvenAt'>

/** Addresses in `OPERATOR_EMAILS` count only after they're verified through an emailed link. */
export const runsInstallation = ({ OPERATOR_EMAILS }: Settings, user: Standing): boolean =>
  user.isOperator || (user.emailProvenAt !== null && OPERATOR_EMAILS.includes(user.email))

/** Servers of an earlier version set `email_proven_at` without clearing `unproven_since`. */
export const unproven = and(isNotNull(users.unprovenSince), isNull(users.emailProvenAt))!

export const isUnproven = (user: Pick<typeof users.$inferSelect, 'unprovenSince' | 'emailProvenAt'>): boolean =>
  user.unprovenSince !== null && user.emailProvenAt === null

export async function markAddressProven(tx: Db, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ emailProvenAt: new Date(), unprovenSince: null })
    .where(and(eq(users.id, userId), or(isNull(users.emailProvenAt), isNotNull(users.unprovenSince))))
}

/** For a link that an administrator or operator passed on. It lets the person in but doesn't verify the address. */
export async function vouchForAddress(tx: Db, userId: string): Promise<void> {
  await tx.update(users).set({ unprovenSince: null }).where(eq(users.id, userId))
}

export type OperatorRecord = {
  userId: string
  email: string
  name: string
  firms: string[]
  isPending: boolean
}

export async function listOperators(db: Db, config: Settings): Promise<OperatorRecord[]> {
  const rows = await db
    .select({ user: users, firm: firms.name })
    .from(users)
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.status, 'active')))
    .leftJoin(firms, eq(firms.id, members.firmId))
    .where(or(eq(users.isOperator, true), inArray(users.email, config.OPERATOR_EMAILS)))
    .orderBy(asc(users.email), asc(firms.name))
  const found = new Map<string, OperatorRecord>()
  for (const { user, firm } of rows) {
    const { id: userId, email, name } = user
    const isPending = !runsInstallation(config, user)
    const record = found.get(userId) ?? { userId, email, name, firms: [], isPending }
    if (firm !== null) record.firms.push(firm)
    found.set(userId, record)
  }
  return [...found.values()]
}

export function setOperator(db: Db, config: Settings, email: string, isOperator: boolean): Promise<OperatorRecord> {
  return db.transaction(async (tx) => {
    const [user] = await tx.update(users).set({ isOperator }).where(eq(users.email, email)).returning()
    if (!user) throw new Error(`No account has the email address ${email}.`)
    await recordAudit(tx, {
      firmId: null,
      actorId: null,
      action: isOperator ? 'operator.added' : 'operator.removed',
      entity: 'user',
      entityId: user.id,
      reason: 'from the command line',
    })
    const [record] = (await listOperators(tx, { OPERATOR_EMAILS: [...config.OPERATOR_EMAILS, email] })).filter(
      ({ userId }) => userId === user.id,
    )
    return { ...record!, isPending: !runsInstallation(config, user) }
  })
}
