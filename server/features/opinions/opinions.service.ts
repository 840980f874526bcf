import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { CaseOpinion, switchCaseOpinion as contract } from '#contract/findings/opinions.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import type { Parts } from '#server/platform/parts.ts'
import { caseOpinions } from './opinions.table.ts'

export type OpinionListeners = {
  opinionStopped(tx: Db, parts: Parts, change: { caseId: string; by: string }): Promise<void>
}

type Choices = { enabled: boolean; agreedOnly: boolean }

async function readChoices(db: Db, caseId: string): Promise<Choices> {
  const { enabled, agreedOnly } = caseOpinions
  const [row] = await db.select({ enabled, agreedOnly }).from(caseOpinions).where(eq(caseOpinions.caseId, caseId))
  return row ?? { enabled: false, agreedOnly: false }
}

export const isOpinionOn = async (db: Db, caseId: string | null): Promise<boolean> =>
  caseId !== null && (await readChoices(db, caseId)).enabled

export const showsAgreedOnly = async (db: Db, caseId: string): Promise<boolean> =>
  (await readChoices(db, caseId)).agreedOnly

export async function readCaseOpinion({ db, actor, parts }: Context, caseId: string): Promise<CaseOpinion> {
  await requireCase(db, actor, caseId)
  return { ...(await readChoices(db, caseId)), service: describeService(parts.config) }
}

export function switchCaseOpinion(
  { db, actor, ip, parts }: Context,
  caseId: string,
  wanted: z.output<typeof contract.input>,
  listeners: OpinionListeners,
): Promise<CaseOpinion> {
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'askOpinion', { lock: true })
    const service = describeService(parts.config)
    if (wanted.enabled && !service)
      throw new Refusal(
        'invalid',
        'This installation has no language model. The operator can set one up with OPINION_URL and OPINION_MODEL.',
      )
    const before = await readChoices(tx, caseId)
    const choices = { enabled: wanted.enabled ?? before.enabled, agreedOnly: wanted.agreedOnly ?? before.agreedOnly }
    const columns = { ...choices, changedBy: actor.userId, changedAt: new Date() }
    await tx
      .insert(caseOpinions)
      .values({ caseId, ...columns })
      .onConflictDoUpdate({ target: caseOpinions.caseId, set: columns })
    if (before.enabled && !choices.enabled) await listeners.opinionStopped(tx, parts, { caseId, by: actor.userId })
    const record = (action: string, details: object) =>
      recordAct(tx, { actor, ip, action, entity: 'case', entityId: caseId, caseId, details: { ...details } })
    if (wanted.enabled !== undefined)
      await record(wanted.enabled ? 'case.opinion_switched_on' : 'case.opinion_switched_off', { ...service })
    if (wanted.agreedOnly !== undefined)
      await record(wanted.agreedOnly ? 'case.agreed_only_switched_on' : 'case.agreed_only_switched_off', {})
    return { ...choices, service }
  })
}

const describeService = ({ OPINION_URL, OPINION_MODEL }: Config): CaseOpinion['service'] =>
  OPINION_URL && OPINION_MODEL ? { model: OPINION_MODEL, host: new URL(OPINION_URL).host } : null
