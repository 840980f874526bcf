import {
  corners,
  countSeats,
  numberings,
  seatingLimits,
  seatNumbers,
  type SeatingLayout,
} from '#contract/sessions/seating.ts'
import { useRef, useState } from 'react'
import { cx, Select, TextField } from '#web/ui/kit.ts'
import { cornerLabels, numberingLabels, listOptions } from './sessionLabels.ts'

type LayoutEditorProps = { layout: SeatingLayout; onChange: (layout: SeatingLayout) => void }

export function LayoutEditor({ layout, onChange }: LayoutEditorProps) {
  const isSerpentine = layout.numbering === 'serpentine'
  // With straight numbering, the direction is fixed, so users choose only front or back.
  const offered = isSerpentine ? corners : corners.filter((each) => each.endsWith('left'))
  const shownCorner = isSerpentine ? layout.startCorner : layout.startCorner.replace('right', 'left')

  const keepValidGaps = (gaps: SeatingLayout['gaps'], perRow: number[]) =>
    gaps.filter(({ row, place }) => place < (perRow[row] ?? 0))
  // Typing "12" passes through "1", so rows removed on the way are restored from the layout before typing.
  const entered = useRef(layout)
  const enter = () => void (entered.current = layout)
  function setRows(rows: number) {
    const before = entered.current
    const perRow = Array.from({ length: rows }, (_, row) => before.perRow[row] ?? before.perRow.at(-1) ?? 6)
    onChange({ ...layout, rows, perRow, gaps: keepValidGaps(before.gaps, perRow) })
  }
  function setPlaces(row: number, places: number) {
    const perRow = layout.perRow.with(row, places)
    onChange({ ...layout, perRow, gaps: keepValidGaps(entered.current.gaps, perRow) })
  }
  function toggleGap(row: number, place: number) {
    const others = layout.gaps.filter((each) => each.row !== row || each.place !== place)
    const gaps = others.length < layout.gaps.length ? others : [...layout.gaps, { row, place }]
    if (countSeats({ perRow: layout.perRow, gaps }) === 0) return
    entered.current = { ...layout, gaps }
    onChange(entered.current)
  }
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
      <div className="grid content-start gap-3">
        <NumberField label="Rows" value={layout.rows} max={seatingLimits.rows} onEnter={enter} onChange={setRows} />
        {layout.perRow.map((places, row) => (
          <NumberField
            // oxlint-disable-next-line react/no-array-index-key -- rows are identified by index
            key={row}
            label={row === 0 ? 'Seats in front row' : `Seats in row ${row + 1}`}
            value={places}
            max={seatingLimits.perRow}
            onEnter={enter}
            onChange={(value) => setPlaces(row, value)}
          />
        ))}
        <Select
          label="Numbering"
          value={layout.numbering}
          onChange={(event) =>
            onChange({ ...layout, numbering: numberings.find((each) => each === event.target.value) ?? 'serpentine' })
          }
          options={listOptions(numberingLabels)}
        />
        <Select
          label={isSerpentine ? 'Seat 1 position' : 'First row'}
          value={shownCorner}
          onChange={(event) =>
            onChange({ ...layout, startCorner: corners.find((each) => each === event.target.value) ?? 'front_left' })
          }
          options={offered.map((value) => ({
            value,
            label: isSerpentine ? cornerLabels[value] : value.startsWith('front') ? 'At the front' : 'At the back',
          }))}
        />
      </div>
      <div className="min-w-0">
        <p className="mb-2 text-sm text-ink-2">
          {`${countSeats(layout)} seats, viewed from counsel table. Select a place to switch between seat and gap.`}
        </p>
        <div className="grid auto-cols-auto gap-2 overflow-x-auto rounded-card border border-line bg-surface-2 p-3">
          {seatNumbers(layout)
            .map((seats, row) => ({ seats, row }))
            .toReversed()
            .map(({ seats, row }) => (
              <div key={row} className="flex justify-center gap-1">
                {seats.map((seat, place) => (
                  <button
                    // oxlint-disable-next-line react/no-array-index-key -- places are identified by index
                    key={place}
                    type="button"
                    aria-label={
                      seat === null ? `Gap in row ${row + 1}, place ${place + 1}` : `Seat ${seat} in row ${row + 1}`
                    }
                    aria-pressed={seat === null}
                    onClick={() => toggleGap(row, place)}
                    className={cx(
                      'tabular grid h-9 min-w-7 basis-9 place-items-center rounded-control border text-sm touch:h-11 touch:basis-11',
                      seat === null
                        ? 'border-dashed border-line-strong text-ink-3'
                        : 'border-line-strong bg-surface font-medium',
                    )}
                  >
                    {seat ?? '–'}
                  </button>
                ))}
              </div>
            ))}
          <p className="mt-1 text-center text-sm text-ink-2">Counsel</p>
        </div>
      </div>
    </div>
  )
}

type NumberFieldProps = {
  label: string
  value: number
  max: number
  onEnter: () => void
  onChange: (value: number) => void
}

function NumberField({ label, value, max, onEnter, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isValid = typed === null || Number(typed) === value
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      max={max}
      value={typed ?? value}
      error={isValid ? undefined : `Enter a whole number from 1 to ${max}.`}
      onFocus={onEnter}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = event.target.valueAsNumber
        if (Number.isInteger(next) && next >= 1 && next <= max) onChange(next)
      }}
    />
  )
}
