import { useState } from 'react'
import { captionModes, exportLimits, type ExportOptions, paperSizes, reelOrders } from '#contract/exports/exports.ts'
import type { ExportControl } from '#contract/exports/templates.ts'
import { Checkbox, ConfirmDialog, Select, TextField } from '#web/ui/kit.ts'
import { type Draft, hasControl, type Rights } from './plan.ts'

const paperWords: Record<(typeof paperSizes)[number], string> = { letter: 'US Letter', a4: 'A4' }
const captionWords: Record<(typeof captionModes)[number], string> = {
  none: 'None',
  burned: 'In the picture',
  selectable: 'To switch on and off',
}

const orderWords: Record<(typeof reelOrders)[number], string> = {
  time: 'By time',
  juror: 'By juror, then time',
  picked: 'As in the reel',
}

const contentControls = ['names', 'employers', 'suggestions', 'privileged', 'stills'] as const

type OptionFieldsProps = { draft: Draft; rights: Rights; onChange: (options: ExportOptions) => void }

/** What the file tells and how it looks, as far as the template knows of it. */
export function OptionFields({ draft, rights, onChange }: OptionFieldsProps) {
  const [asking, setAsking] = useState(false)
  const { options } = draft
  const has = (control: ExportControl) => hasControl(draft, control)
  const set = (change: Partial<ExportOptions>) => onChange({ ...options, ...change })
  const anonymous = rights.isAnonymous ? 'The jury of this case is anonymous: always left out.' : undefined
  return (
    <>
      {contentControls.some(has) && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">Privacy and content</legend>
          {has('names') && (
            <Checkbox
              label="Leave out jurors’ names"
              hint={anonymous}
              disabled={rights.isAnonymous}
              checked={rights.isAnonymous || options.redactNames}
              onChange={(event) => set({ redactNames: event.target.checked })}
            />
          )}
          {has('employers') && (
            <Checkbox
              label="Leave out their employers"
              hint={anonymous}
              disabled={rights.isAnonymous}
              checked={rights.isAnonymous || options.redactEmployers}
              onChange={(event) => set({ redactEmployers: event.target.checked })}
            />
          )}
          {has('suggestions') && (
            <Checkbox
              label="Include suggestions nobody has confirmed"
              checked={options.includeSuggestions}
              onChange={(event) => set({ includeSuggestions: event.target.checked })}
            />
          )}
          {has('privileged') && rights.seesWork && (
            <Checkbox
              label="Include privileged work product"
              hint="Ratings, reasons and notes of the team."
              checked={options.includePrivileged}
              onChange={(event) => (event.target.checked ? setAsking(true) : set({ includePrivileged: false }))}
            />
          )}
          {has('stills') && (
            <Checkbox
              label="Include pictures of the video"
              checked={options.stills}
              onChange={(event) => set({ stills: event.target.checked })}
            />
          )}
        </fieldset>
      )}
      {(has('clips') || has('context')) && (
        <div className="grid items-start gap-4 @sm:grid-cols-2">
          <TextField
            label="Seconds before and after"
            type="number"
            min={0}
            max={exportLimits.maxContextSeconds}
            value={options.contextSeconds}
            onChange={(event) => set({ contextSeconds: event.target.valueAsNumber })}
          />
          {has('clips') && (
            <>
              <Select
                label="Captions"
                value={options.captions}
                options={captionModes.map((value) => ({ value, label: captionWords[value] }))}
                onChange={(event) =>
                  set({ captions: captionModes.find((each) => each === event.target.value) ?? options.captions })
                }
              />
              <Checkbox
                label="Show the timecode in the picture"
                checked={options.timecodeBurn}
                onChange={(event) => set({ timecodeBurn: event.target.checked })}
              />
            </>
          )}
          {has('reel') && (
            <>
              <Checkbox
                label="Title cards between the clips"
                hint="Who speaks, of which file, and when."
                checked={options.titleCards}
                onChange={(event) => set({ titleCards: event.target.checked })}
              />
              <Select
                label="Order of the clips"
                value={options.reelOrder}
                options={reelOrders
                  .filter((each) => each !== 'picked' || draft.picked !== null)
                  .map((value) => ({ value, label: orderWords[value] }))}
                onChange={(event) =>
                  set({ reelOrder: reelOrders.find((each) => each === event.target.value) ?? options.reelOrder })
                }
              />
            </>
          )}
        </div>
      )}
      {(has('paper') || has('watermark')) && (
        <div className="grid items-end gap-4 @sm:grid-cols-2">
          {has('paper') && (
            <Select
              label="Page size"
              value={options.paper}
              options={paperSizes.map((value) => ({ value, label: paperWords[value] }))}
              onChange={(event) =>
                set({ paper: paperSizes.find((each) => each === event.target.value) ?? options.paper })
              }
            />
          )}
          {has('watermark') && (
            <TextField
              label="Watermark"
              required={false}
              maxLength={exportLimits.watermark}
              value={options.watermark}
              onChange={(event) => set({ watermark: event.target.value })}
            />
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Include privileged work product?"
        description="Ratings, reasons and notes of the team go into the file. Whoever gets it can read them, and handing it over may waive the privilege. It can never be shared by link, and the choice is logged."
        confirmLabel="Include it"
        danger
        onConfirm={() => {
          set({ includePrivileged: true })
          setAsking(false)
        }}
      />
    </>
  )
}
