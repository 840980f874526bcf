import { eq } from 'drizzle-orm'
import type { CaseOpinion } from '#contract/findings/opinions.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { caseOpinions } from './opinions.table.ts'

export async function isOpinionOn(db: Db, caseId: string | null): Promise<boolean> {
  if (caseId === null) return false
  const [row] = await db.select().from(caseOpinions).where(eq(caseOpinions.caseId, caseId))
  return row?.enabled === true
}

export async function readCaseOpinion({ db, actor, parts }: Context, caseId: string): Promise<CaseOpinion> {
  await requireCase(db, actor, caseId)
  return { enabled: await isOpinionOn(db, caseId), service: describeService(parts.config) }
}

export function switchCaseOpinion(
  { db, actor, ip, parts }: Context,
  caseId: string,
  enabled: boolean,
): Promise<CaseOpinion> {
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'askOpinion', { lock: true })
    const service = describeService(parts.config)
    if (enabled && !service)
      throw new Refusal(
        'invalid',
        'This installation has no language model. The operator can set one up with OPINION_URL and OPINION_MODEL.',
      )
    const columns = { enabled, changedBy: actor.userId, changedAt: new Date() }
    await tx
      .insert(caseOpinions)
      .values({ caseId, ...columns })
      .onConflictDoUpdate({ target: caseOpinions.caseId, set: columns })
    await recordAct(tx, {
      actor,
      ip,
      action: enabled ? 'case.opinion_switched_on' : 'case.opinion_switched_off',
      entity: 'case',
      entityId: caseId,
      caseId,
      details: { ...service },
    })
    return { enabled, service }
  })
}

const describeService = ({ OPINION_URL, OPINION_MODEL }: Config): CaseOpinion['service'] =>
  OPINION_URL && OPINION_MODEL ? { model: OPINION_MODEL, host: new URL(OPINION_URL).host } : null
