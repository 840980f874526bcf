/** A strike while it is being written: what the form holds, and what of it is sent. */
import { checkRationale } from '#contract/rationale/check.ts'
import type { RationaleBasis, RationaleCheck } from '#contract/rationale/rationale.ts'
import type { StrikeBoard } from '#contract/strikes.board.ts'
import type {
  DemeanorWitness,
  EvidenceInput,
  StrikeComparator,
  StrikeKind,
  StrikeSide,
} from '#contract/strikes.data.ts'
import type { Strike } from '#contract/strikes.ts'

export type Draft = {
  jurorId: string
  kind: StrikeKind
  madeBy: StrikeSide
  target: Strike['target']
  groundCode: string
  rationale: string
  basis: RationaleBasis[]
  demeanor: DemeanorWitness | null
  comparators: StrikeComparator[]
  privilege: Strike['privilege']
  /** To be added on saving. */
  evidence: EvidenceInput[]
}

export const emptyDraft = (jurorId: string): Draft => ({
  jurorId,
  kind: 'peremptory',
  madeBy: 'us',
  target: 'regular',
  groundCode: '',
  rationale: '',
  basis: [],
  demeanor: null,
  comparators: [],
  privilege: 'work_product',
  evidence: [],
})

export const draftOf = (strike: Strike): Draft => ({
  jurorId: strike.jurorId,
  kind: strike.kind,
  madeBy: strike.madeBy,
  target: strike.target,
  groundCode: strike.groundCode ?? '',
  rationale: strike.rationale ?? '',
  basis: strike.basis,
  demeanor: strike.demeanor,
  comparators: strike.comparators,
  privilege: strike.privilege,
  evidence: [],
})

/** The fields of a strike as they are sent; a demeanor nobody relies on has no witness. */
export const fieldsOf = (draft: Draft) => ({
  kind: draft.kind,
  target: draft.target,
  groundCode: draft.kind === 'cause' && draft.groundCode !== '' ? draft.groundCode : null,
  rationale: draft.rationale,
  basis: draft.basis,
  demeanor: draft.basis.includes('demeanor_observed') ? draft.demeanor : null,
  comparators: draft.comparators,
  privilege: draft.privilege,
})

/** The check that the server makes again on submission, live while typing. */
export function checkDraft(
  draft: Draft,
  board: Pick<StrikeBoard, 'case' | 'jurors'>,
  storedQuotes: number,
): RationaleCheck {
  const numbers = new Map(board.jurors.map(({ id, number }) => [id, number]))
  const { demeanor } = draft
  return checkRationale({
    text: draft.rationale,
    kind: draft.kind,
    forumId: board.case.forumId,
    basis: draft.basis,
    quotes: storedQuotes + draft.evidence.filter(({ source }) => source !== 'note').length,
    demeanor:
      draft.basis.includes('demeanor_observed') && demeanor
        ? {
            observer: demeanor.observer,
            secondObserver: demeanor.secondObserver,
            isConfirmed: demeanor.courtConfirmed,
            hasTimecode: demeanor.timecode !== null,
          }
        : null,
    unstruckAlike: draft.comparators
      .filter(({ stance }) => stance === 'accepted')
      .flatMap(({ jurorId }) => numbers.get(jurorId) ?? []),
  })
}
