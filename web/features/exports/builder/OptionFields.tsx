import { Fragment, type ReactNode, useState } from 'react'
import { captionModes, exportLimits, type ExportOptions, paperSizes, reelOrders } from '#contract/exports/exports.ts'
import { Checkbox, ConfirmDialog, Select, TextField } from '#web/ui/kit.ts'
import { type Draft, hasControl, type Rights } from './plan.ts'

const paperWords: Record<(typeof paperSizes)[number], string> = { letter: 'US Letter', a4: 'A4' }
const captionWords: Record<(typeof captionModes)[number], string> = {
  none: 'None',
  burned: 'Burned in',
  selectable: 'Selectable',
}
const orderWords: Record<(typeof reelOrders)[number], string> = {
  time: 'By time',
  juror: 'By juror, then time',
  picked: 'Reel order',
}

const contentControls = ['names', 'employers', 'suggestions', 'privileged', 'filing', 'stills'] as const

type FieldsProps = { draft: Draft; set: (change: Partial<ExportOptions>) => void }
type OptionFieldsProps = { draft: Draft; rights: Rights; onChange: (options: ExportOptions) => void }

export function OptionFields({ draft, rights, onChange }: OptionFieldsProps) {
  const set = (change: Partial<ExportOptions>) => onChange({ ...draft.options, ...change })
  return (
    <>
      <ContentFields draft={draft} rights={rights} set={set} />
      <ClipFields draft={draft} set={set} />
      <PageFields draft={draft} set={set} />
    </>
  )
}

function ContentFields({ draft, rights, set }: FieldsProps & { rights: Rights }) {
  const [asking, setAsking] = useState(false)
  const { options } = draft
  const { isAnonymous } = rights
  const privacy = {
    hint: isAnonymous ? 'This case has an anonymous jury, so these are always left out.' : undefined,
    disabled: isAnonymous,
  }
  const boxes = {
    names: (
      <Checkbox
        label="Leave out juror names"
        {...privacy}
        checked={isAnonymous || options.redactNames}
        onChange={(event) => set({ redactNames: event.target.checked })}
      />
    ),
    employers: (
      <Checkbox
        label="Leave out juror employers"
        {...privacy}
        checked={isAnonymous || options.redactEmployers}
        onChange={(event) => set({ redactEmployers: event.target.checked })}
      />
    ),
    suggestions: (
      <Checkbox
        label="Include unconfirmed suggestions"
        checked={options.includeSuggestions}
        onChange={(event) => set({ includeSuggestions: event.target.checked })}
      />
    ),
    privileged: rights.seesWork && (
      <Checkbox
        label="Include privileged work product"
        hint="Ratings, reasons, and team notes."
        checked={options.includePrivileged}
        onChange={(event) => (event.target.checked ? setAsking(true) : set({ includePrivileged: false }))}
      />
    ),
    filing: (
      <Checkbox
        label="For filing"
        hint="Otherwise each page is marked as a privileged draft."
        checked={options.filing}
        onChange={(event) => set({ filing: event.target.checked })}
      />
    ),
    stills: (
      <Checkbox
        label="Include video stills"
        checked={options.stills}
        onChange={(event) => set({ stills: event.target.checked })}
      />
    ),
  } satisfies Record<(typeof contentControls)[number], ReactNode>
  const shown = contentControls.filter((control) => hasControl(draft, control))
  if (shown.length === 0) return null
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">Privacy and content</legend>
        {shown.map((control) => (
          <Fragment key={control}>{boxes[control]}</Fragment>
        ))}
      </fieldset>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Include privileged work product?"
        description="The file will contain your team’s ratings, reasons, and notes. Anyone who receives it can read them, and disclosure may waive privilege. The file can’t be shared by link, and this choice is logged."
        confirmLabel="Include"
        danger
        onConfirm={() => {
          set({ includePrivileged: true })
          setAsking(false)
        }}
      />
    </>
  )
}

function ClipFields({ draft, set }: FieldsProps) {
  const { options, picked } = draft
  const hasClips = hasControl(draft, 'clips')
  if (!hasClips && !hasControl(draft, 'context')) return null
  return (
    <div className="grid items-start gap-4 @sm:grid-cols-2">
      <TextField
        label="Seconds before and after"
        type="number"
        min={0}
        max={exportLimits.maxContextSeconds}
        value={options.contextSeconds}
        onChange={(event) => set({ contextSeconds: event.target.valueAsNumber })}
      />
      {hasClips && (
        <>
          <Choice
            label="Captions"
            values={captionModes}
            words={captionWords}
            value={options.captions}
            onChange={(captions) => set({ captions })}
          />
          <Checkbox
            label="Show timecode in the video"
            checked={options.timecodeBurn}
            onChange={(event) => set({ timecodeBurn: event.target.checked })}
          />
        </>
      )}
      {hasControl(draft, 'reel') && (
        <>
          <Checkbox
            label="Title cards between clips"
            hint="Show the speaker, file, and time."
            checked={options.titleCards}
            onChange={(event) => set({ titleCards: event.target.checked })}
          />
          <Choice
            label="Clip order"
            values={reelOrders.filter((each) => each !== 'picked' || picked !== null)}
            words={orderWords}
            value={options.reelOrder}
            onChange={(reelOrder) => set({ reelOrder })}
          />
        </>
      )}
    </div>
  )
}

function PageFields({ draft, set }: FieldsProps) {
  const { options } = draft
  const [hasPaper, hasWatermark] = [hasControl(draft, 'paper'), hasControl(draft, 'watermark')]
  if (!hasPaper && !hasWatermark) return null
  return (
    <div className="grid items-end gap-4 @sm:grid-cols-2">
      {hasPaper && (
        <Choice
          label="Page size"
          values={paperSizes}
          words={paperWords}
          value={options.paper}
          onChange={(paper) => set({ paper })}
        />
      )}
      {hasWatermark && (
        <TextField
          label="Watermark"
          required={false}
          maxLength={exportLimits.watermark}
          value={options.watermark}
          onChange={(event) => set({ watermark: event.target.value })}
        />
      )}
    </div>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  values: readonly T[]
  words: Record<T, string>
  value: T
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, values, words, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      value={value}
      options={values.map((each) => ({ value: each, label: words[each] }))}
      onChange={(event) => onChange(values.find((each) => each === event.target.value) ?? value)}
    />
  )
}
