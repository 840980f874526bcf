import type { JurorStatus } from '#contract/jurors/jurors.ts'
import type { StrikeRow } from '../strikes.table.ts'

type Named = Pick<StrikeRow, 'kind' | 'madeBy' | 'target' | 'number' | 'state'>

/** As it is cited: "Peremptory 3", "Opposing peremptory 2", "Alternate peremptory 1", "Challenge for cause (draft)". */
export function getStrikeLabel({ kind, madeBy, target, number, state }: Named): string {
  const whose = { us: '', opposing: 'opposing ', court: 'the court’s ' }[madeBy]
  const what = kind === 'cause' ? 'challenge for cause' : target === 'alternate' ? 'alternate peremptory' : 'peremptory'
  const words = `${whose}${what}${number === null ? '' : ` ${number}`}`
  const isSaid = state === 'exercised' || state === 'ruled'
  return words.charAt(0).toUpperCase() + words.slice(1) + (isSaid ? '' : ` (${state.replaceAll('_', ' ')})`)
}

/** What became of a juror, to complete "Juror 14 …". */
export const fateWords: Record<JurorStatus, string> = {
  in_venire: 'is in the venire',
  seated: 'is seated',
  questioned: 'was questioned',
  qualified: 'is qualified',
  excused_hardship: 'was excused for hardship',
  struck_cause: 'was struck for cause',
  struck_peremptory_us: 'was struck by us',
  struck_peremptory_them: 'was struck by the opposing side',
  excused_other: 'was excused',
  no_show: 'did not appear',
  selected: 'is selected',
  alternate: 'is an alternate',
  dismissed: 'was dismissed',
}
