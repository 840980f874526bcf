import type { StrikeBoard } from '#contract/strikes/board.ts'
import { Select } from '#web/ui/Select.tsx'
import type { Draft } from './draft.ts'

type DefendantFieldProps = {
  board: Pick<StrikeBoard, 'selection'>
  draft: Pick<Draft, 'madeBy' | 'defendant'>
  onChange: (patch: Pick<Draft, 'defendant'>) => void
}

/** Where each defendant has challenges of their own: who uses this one. */
export function DefendantField({ board, draft, onChange }: DefendantFieldProps) {
  const own = board.selection?.setup.eachDefendant
  const side = draft.madeBy === 'us' ? 'us' : 'them'
  if (!own || own.side !== side || own.defendants.length === 0) return null
  return (
    <Select
      label="Used by"
      value={draft.defendant ?? ''}
      options={[
        { value: '', label: 'All defendants jointly' },
        ...own.defendants.map((name) => ({ value: name, label: `${name} alone` })),
      ]}
      onChange={(event) => onChange({ defendant: event.target.value === '' ? null : event.target.value })}
    />
  )
}
