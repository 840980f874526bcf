import { and, eq, sql } from 'drizzle-orm'
import { trialNoticeDays } from '#contract/account/trial.ts'
import { trials } from '#server/features/team/team.table.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { notify } from './notifications.service.ts'

const dayMs = 86_400_000
const words: Record<(typeof trialNoticeDays)[number], [title: string, message: string]> = {
  3: ['Your trial ends in 3 days', 'After that, you can still read and export everything, but you can’t make changes.'],
  1: ['Your trial ends tomorrow', 'After that, you can still read and export everything, but you can’t make changes.'],
  0: [
    'Your trial has ended',
    'You can still read and export everything. To make changes, contact the operator of this installation.',
  ],
}

export async function notifyTrialEnds(
  db: Db,
  { TRIAL_DAYS }: Pick<Config, 'TRIAL_DAYS'>,
  now = new Date(),
): Promise<string[]> {
  if (TRIAL_DAYS === 0) return []
  const notified: string[] = []
  const near = await db
    .select()
    .from(trials)
    .where(
      sql`ends_at < ${new Date(now.getTime() + 3 * dayMs).toISOString()}::timestamptz and told_days_left is distinct from 0`,
    )
  for (const { firmId, endsAt, toldDaysLeft } of near) {
    const daysLeft = (endsAt.getTime() - now.getTime()) / dayMs
    const due = trialNoticeDays.findLast((days) => daysLeft <= days)
    if (due === undefined || (toldDaysLeft !== null && toldDaysLeft <= due)) continue
    await db.transaction(async (tx) => {
      const { rowCount } = await tx
        .update(trials)
        .set({ toldDaysLeft: due })
        .where(and(eq(trials.firmId, firmId), sql`told_days_left is not distinct from ${toldDaysLeft}::smallint`))
      if (rowCount !== 1) return
      const [phrase, message] = words[due]
      // The notice may be late if the server was down or the trial is shorter than three days.
      const title = due === 3 && daysLeft <= 2 ? 'Your trial ends in 2 days' : phrase
      await notify(tx, {
        ...{ firmId, actorId: null, topic: 'trial.ends', entityId: firmId, title, message },
        ...{ type: due === 0 ? 'error' : 'warning', category: 'system', to: { administrators: true } },
      })
      notified.push(firmId)
    })
  }
  return notified
}
