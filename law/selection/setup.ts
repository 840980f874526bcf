import type { CaseData, SelectionMethod } from '#contract/cases/data.ts'
import { getSides } from '#contract/cases/data.ts'
import type { SelectionSetup, SelectionTurns } from '#contract/strikes/selection.ts'

type SetupCase = Pick<
  CaseData,
  | 'selectionMethod'
  | 'jurySize'
  | 'alternates'
  | 'strikeBudget'
  | 'backStrikesAllowed'
  | 'alternateStrikesSeparate'
  | 'ourSide'
  | 'parties'
>

/**
 * Default order of strikes, which the court may change. In a box, the plaintiff or prosecution goes first. In rounds
 * without back-strikes, the defense goes first and may use any number of strikes. On a struck panel, neither side sees
 * the other's strikes.
 */
export function getDefaultTurns(method: SelectionMethod, ourSide: CaseData['ourSide']): SelectionTurns {
  const { us } = getSides(ourSide)
  const plaintiff = us === 'plaintiff' ? 'us' : 'them'
  const defense = us === 'plaintiff' ? 'them' : 'us'
  if (method === 'rounds_no_back') return { kind: 'blocks', first: defense, each: 1, passesToEnd: 2 }
  const kind = method === 'struck_panel' || method === 'custom' ? 'together' : 'alternate'
  return { kind, first: plaintiff, each: 1, passesToEnd: 2 }
}

/** Returns null if there is no selection method or budget. Expects jurors in order of call. */
export function buildSetup(
  given: SetupCase,
  jurors: SelectionSetup['jurors'],
  turns?: SelectionTurns,
): SelectionSetup | null {
  const { selectionMethod: method, strikeBudget: budget, ourSide } = given
  if (!method || !budget) return null
  const { us } = getSides(ourSide)
  const defendants = given.parties.filter(({ role }) => role === 'defendant').map(({ name }) => name)
  return {
    method,
    jurySize: given.jurySize,
    alternates: given.alternates,
    budget: {
      us: { regular: budget.us, alternates: budget.alternatesUs },
      them: { regular: budget.them, alternates: budget.alternatesThem },
    },
    eachDefendant:
      budget.perDefendant !== null && defendants.length > 1
        ? { side: us === 'defense' ? 'us' : 'them', each: budget.perDefendant, defendants }
        : null,
    alternatesApart: given.alternateStrikesSeparate,
    backStrikes: given.backStrikesAllowed,
    replacements: method === 'random_order' ? 'drawn' : 'in_order',
    turns: turns ?? getDefaultTurns(method, ourSide),
    jurors,
  }
}
