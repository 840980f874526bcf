/** What a strike must hold: sentence by sentence, field by field. */
import { and, eq, isNull, inArray } from 'drizzle-orm'
import type { CaseStatus } from '#contract/cases/data.ts'
import { strikeLimits } from '#contract/strikes/data.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { swornSentence } from '#contract/strikes/workflow.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import { type FieldErrors, Refusal } from '#server/platform/errors.ts'
import { setupNow, sideOf } from '../selection/budgets.queries.ts'
import { strikeEvidence } from '../evidence/evidence.table.ts'
import type { StrikeRow } from '../strikes.table.ts'

export function refuseFaults(fields: FieldErrors): void {
  if (Object.keys(fields).length === 0) return
  throw new Refusal('invalid', [...new Set(Object.values(fields))].join(' '), { fields })
}

type Given = Pick<StrikeRow, 'kind' | 'madeBy' | 'groundCode' | 'defendant' | 'comparators' | 'jurorId'>

/** What cannot stand, however early: a code that the forum does not have, a juror of another case. */
export async function checkGiven(tx: Db, inCase: SeenCase, given: Given): Promise<void> {
  const faults: FieldErrors = {}
  if (given.kind === 'peremptory' && given.madeBy === 'court') {
    faults.kind = 'The court has no peremptory challenges: record its own motion as a challenge for cause.'
  }
  if (given.groundCode !== null) {
    if (given.kind === 'peremptory') faults.groundCode = 'A peremptory has no ground.'
    else if (!findGround(inCase.forumId, given.groundCode)) faults.groundCode = 'Choose a ground of this forum.'
  }
  if (given.defendant !== null) {
    const own = setupNow(inCase)?.eachDefendant
    if (own?.side !== sideOf(given) || !own.defendants.includes(given.defendant)) {
      faults.defendant = 'Choose a defendant who has challenges of their own in this case.'
    }
  }
  const compared = [...new Set(given.comparators.map(({ jurorId }) => jurorId))]
  if (compared.length > 0) {
    const known = await tx
      .select({ id: jurors.id })
      .from(jurors)
      .where(and(inArray(jurors.id, compared), eq(jurors.caseId, inCase.id), isNull(jurors.deletedAt)))
    if (known.length < compared.length || compared.includes(given.jurorId)) {
      faults.comparators = 'Choose other jurors of this case.'
    }
  }
  refuseFaults(faults)
}

/** What is asked for before a strike of ours is submitted, or approved after the fact. */
export async function checkComplete(tx: Db, inCase: SeenCase, strike: StrikeRow): Promise<void> {
  const { min, max } = strikeLimits.rationale
  const faults: FieldErrors = {}
  if (strike.rationale.length < min || strike.rationale.length > max) {
    faults.rationale = `Write the reason in ${min} to ${max} characters.`
  }
  if (strike.basis.length === 0) faults.basis = 'Choose what the reason rests on.'
  const [evidence] = await tx
    .select({ id: strikeEvidence.id })
    .from(strikeEvidence)
    .where(and(eq(strikeEvidence.strikeId, strike.id), eq(strikeEvidence.purpose, 'strike')))
    .limit(1)
  if (!evidence) faults.evidence = 'Add a highlight, a stretch of video, a page and line, or a note why there is none.'
  if (strike.kind === 'cause' && !findGround(inCase.forumId, strike.groundCode)) {
    faults.groundCode = 'Choose the ground of the challenge.'
  }
  refuseFaults(faults)
}

/** What approval takes where the check warns: words, and for a protected trait the lead's written reason. */
export function checkAcknowledged(strike: StrikeRow, acknowledgement: string, isLead: boolean): void {
  const level = strike.checkResult?.level ?? 'ok'
  if (level === 'ok') return
  const { traitReason, acknowledgement: fewest } = strikeLimits
  if (level !== 'protected_trait') {
    if (acknowledgement.length >= fewest) return
    refuseFaults({ acknowledgement: `The check warns. Say in at least ${fewest} characters why it is approved.` })
  }
  if (!isLead) {
    throw new Refusal('not_allowed', 'Only the lead of this case may approve a reason that names a protected trait.')
  }
  if (acknowledgement.length < traitReason) {
    refuseFaults({
      acknowledgement: `The reason names a protected trait. Write in at least ${traitReason} characters why it is approved.`,
    })
  }
}

/** Whether strikes can be said in court yet; the answer is a sentence, null where they can. */
export function whyNotYet({
  status,
  selectionMethod,
}: Pick<SeenCase, 'selectionMethod'> & { status: CaseStatus }): string | null {
  if (status === 'jury_seated' || status === 'closed') return swornSentence
  if (status === 'archived') return 'This case is archived and read-only.'
  if (status === 'draft') return 'This case is a draft. Complete and activate it before strikes are exercised.'
  if (!selectionMethod) return 'Choose how the jury is selected before the first strike; the lead of the case sets it.'
  return null
}
