import { checkRationale } from '#law/rationale/check.ts'
import type { RationaleBasis, RationaleCheck } from '#contract/strikes/rationale.ts'
import type { Comparator, JurorStatements } from '#contract/strikes/compare.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import {
  type DemeanorWitness,
  type EvidenceInput,
  type StrikeComparator,
  type StrikeKind,
  strikeLimits,
  type StrikeSide,
} from '#contract/strikes/data.ts'
import { isLiveStrike } from '#contract/strikes/moves.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { findGround, suggestGround } from '#law/grounds/grounds.ts'
import { formatDuration } from '#web/platform/format.ts'

export type Draft = {
  jurorId: string
  kind: StrikeKind
  madeBy: StrikeSide
  target: Strike['target']
  defendant: string | null
  groundCode: string
  rationale: string
  basis: RationaleBasis[]
  demeanor: DemeanorWitness | null
  comparators: StrikeComparator[]
  privilege: Strike['privilege']
  evidence: EvidenceInput[]
}

export const emptyDraft = (jurorId: string): Draft => ({
  jurorId,
  kind: 'peremptory',
  madeBy: 'us',
  target: 'regular',
  defendant: null,
  groundCode: '',
  rationale: '',
  basis: [],
  demeanor: null,
  comparators: [],
  privilege: 'work_product',
  evidence: [],
})

export const toDraft = (strike: Strike): Draft => ({
  jurorId: strike.jurorId,
  kind: strike.kind,
  madeBy: strike.madeBy,
  target: strike.target,
  defendant: strike.defendant,
  groundCode: strike.groundCode ?? '',
  rationale: strike.rationale ?? '',
  basis: strike.basis,
  demeanor: strike.demeanor,
  comparators: strike.comparators,
  privilege: strike.privilege,
  evidence: [],
})

export type StrikeEdit =
  | { strike: Strike }
  | { jurorId: string; highlightId?: string | undefined; quoted?: Highlight | undefined }

export function startDraft(editing: StrikeEdit, forumId: string | null): Draft {
  if ('strike' in editing) return toDraft(editing.strike)
  const { jurorId, highlightId, quoted } = editing
  return {
    ...emptyDraft(jurorId),
    ...(quoted && draftFromQuote(quoted, forumId)),
    evidence: highlightId ? [{ source: 'highlight', highlightId, note: '' }] : [],
  }
}

/** States only what was said and when. */
export function stateQuote({ question, quote, start, page, line, juror }: Highlight): string {
  const place = [
    start === null ? null : `at ${formatDuration(start)}`,
    page === null ? null : `page ${page}, line ${line ?? 1}`,
  ].filter(Boolean)
  const statement = `Juror ${juror?.number ?? ''} said${place.length > 0 ? ` (${place.join('; ')})` : ''}: “${quote}”`
  return `${question === '' ? '' : `Asked: “${question}” `}${statement}`
}

function draftFromQuote(quoted: Highlight, forumId: string | null) {
  const { sub } = quoted
  const basis: RationaleBasis[] = ['stated_answer']
  if (sub === 'experience_based') basis.push('experience')
  if (sub === 'relationship') basis.push('relationship')
  return {
    kind: 'cause' as const,
    groundCode: suggestGround(forumId, quoted) ?? '',
    rationale: stateQuote(quoted).slice(0, strikeLimits.rationale.max),
    basis,
  }
}

export type Requirement = { label: string; isMet: boolean }

export function listRequirements(draft: Draft, storedEvidence: number, forumId: string | null): Requirement[] {
  const { min, max } = strikeLimits.rationale
  const { length } = draft.rationale.trim()
  return [
    { label: 'Juror', isMet: draft.jurorId !== '' },
    ...(draft.kind === 'cause' ? [{ label: 'Ground', isMet: findGround(forumId, draft.groundCode) !== null }] : []),
    { label: `Rationale of at least ${min} characters`, isMet: length >= min && length <= max },
    { label: 'Basis', isMet: draft.basis.length > 0 },
    { label: 'Evidence', isMet: storedEvidence + draft.evidence.length > 0 },
  ]
}

export const describeMissing = (requirements: readonly Requirement[]): string => {
  const missing = requirements.flatMap(({ label, isMet }) => (isMet ? [] : label)).join(', ')
  return missing === '' ? '' : `Missing: ${missing.toLowerCase()}`
}

/** Strikes by opposing counsel or the court supersede ours, so an earlier strike blocks only our own draft. */
export const findBlocking = (
  { jurorId, madeBy }: Pick<Draft, 'jurorId' | 'madeBy'>,
  strikes: readonly Strike[],
  ownId: string | undefined,
): Strike | undefined =>
  madeBy === 'us'
    ? strikes.find((each) => each.jurorId === jurorId && each.id !== ownId && isLiveStrike(each))
    : undefined

export const toFields = (draft: Draft) => ({
  kind: draft.kind,
  target: draft.target,
  defendant: draft.kind === 'peremptory' ? draft.defendant : null,
  groundCode: draft.kind === 'cause' && draft.groundCode !== '' ? draft.groundCode : null,
  rationale: draft.rationale,
  basis: draft.basis,
  demeanor: draft.basis.includes('demeanor_observed') ? draft.demeanor : null,
  comparators: draft.comparators,
  privilege: draft.privilege,
})

export function checkDraft(
  draft: Draft,
  board: Pick<StrikeBoard, 'case' | 'jurors'>,
  storedQuotes: number,
  law: JurorStatements['law'] | undefined,
  alike: readonly Comparator[],
): RationaleCheck {
  const numbers = new Map(board.jurors.map(({ id, number }) => [id, number]))
  const { demeanor } = draft
  return checkRationale({
    text: draft.rationale,
    kind: draft.kind,
    forumId: board.case.forumId,
    ...law,
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
    unstruckAlike: listUnstruckAlike(draft, numbers, alike),
  })
}

function listUnstruckAlike(
  { comparators, kind }: Draft,
  numbers: ReadonlyMap<string, string>,
  alike: readonly Comparator[],
): string[] {
  if (kind !== 'peremptory') return []
  const isExplained = (jurorId: string) =>
    comparators.some((each) => each.jurorId === jurorId && each.stance === 'explained' && each.explanation !== '')
  const ids = [
    ...alike.filter(({ isStruck }) => !isStruck).map(({ jurorId }) => jurorId),
    ...comparators.filter(({ stance }) => stance === 'accepted').map(({ jurorId }) => jurorId),
  ]
  return [...new Set(ids)].filter((id) => !isExplained(id)).flatMap((id) => numbers.get(id) ?? [])
}
