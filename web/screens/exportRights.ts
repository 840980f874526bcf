import type { CaseDetail } from '#contract/cases/cases.ts'
import type { Rights } from '#web/features/exports/plan.ts'

/** What the person may put into exports of the case; null where they may make none. */
export const exportRightsOf = (found: CaseDetail): Rights | null =>
  found.walled || !found.may.export
    ? null
    : {
        readAudit: found.may.readAudit ?? false,
        isLead: found.myRole === 'lead',
        seesWork: found.may.seeWorkProduct ?? false,
        caseId: found.id,
        isAnonymous: found.confidentiality === 'anonymous_jury',
      }
