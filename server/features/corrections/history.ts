import type { Correction } from '#contract/videos/corrections.ts'
import type { CorrectionRow } from './corrections.table.ts'
import { joinText } from './overlay.ts'

type Record = Pick<CorrectionRow, 'id' | 'from' | 'to' | 'originalText' | 'newText' | 'replaces' | 'undoes'>
type State = Correction['state']

/**
 * Takes one turn's records, oldest first, and the turn's current text before corrections, or null if the turn no longer
 * exists. A correction is `detached` if the words it replaced no longer exist.
 */
export function foldStates(records: readonly Record[], originalText: string | null): Map<string, State> {
  const states = new Map<string, State>()
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const { id, replaces, undoes } of records) {
    if (undoes === null) {
      for (const each of replaces) states.set(each, 'replaced')
      states.set(id, 'live')
      continue
    }
    states.set(id, 'undo')
    states.set(undoes, 'undone')
    for (const each of byId.get(undoes)?.replaces ?? []) states.set(each, 'live')
  }
  for (const record of records)
    if (states.get(record.id) === 'live' && !matchesOriginal(record, originalText)) states.set(record.id, 'detached')
  return states
}

const matchesOriginal = (record: Record, text: string | null): boolean =>
  text !== null && joinText(text, record) === record.originalText

export function keepLive<T extends Record>(records: readonly T[], originalText: string | null): T[] {
  const states = foldStates(records, originalText)
  return records.filter(({ id }) => states.get(id) === 'live')
}
