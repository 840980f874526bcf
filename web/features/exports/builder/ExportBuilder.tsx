import { type FormEvent, useMemo, useState } from 'react'
import {
  createExport,
  type Export,
  exportLimits,
  type ExportEstimate,
  type ExportPlan,
  estimateExport,
} from '#contract/exports/exports.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { exportSpecs, type ExportTemplate, templateRules } from '#contract/exports/templates.ts'
import { severities } from '#contract/findings/findings.ts'
import { highlightTypes } from '#contract/highlights/highlights.ts'
import { highlightTypeWords, severityWords } from '#contract/highlights/words.ts'
import { useRead } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/page/useDebounced.ts'
import { formatBytes, formatCount, formatDuration } from '#web/platform/format.ts'
import { Button, EmptyState, Folded, Notice, Select, Checkbox, TextField, ReadNotice } from '#web/ui/kit.ts'
import { FilmField, useFilmLink } from './FilmField.tsx'
import { MotionQuotes } from './MotionQuotes.tsx'
import { OptionFields } from './OptionFields.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { Presets } from './Presets.tsx'
import {
  expiryChoices,
  firstExpiry,
  toHours,
  choose,
  type Draft,
  hasControl,
  type Offer,
  listOffers,
  type Picked,
  buildPlan,
  type Rights,
  type Scope,
  listPresets,
  listScopes,
  type Preset,
  startDraft,
} from './plan.ts'
import { useSend } from '../useSend.ts'

type BuilderProps = {
  scopes: readonly Scope[]
  rights: Rights
  policy: ExportPolicy
  first?: ExportTemplate | undefined
  picked?: Picked | null
  onMade: (made: Export) => void
}

export function ExportBuilder({ scopes, rights, policy, first, picked = null, onMade }: BuilderProps) {
  const offers = useMemo(() => listOffers(scopes, rights, picked), [scopes, rights, picked])
  const [chosen, setChosen] = useState<Draft | null>(null)
  const presets = useMemo(() => (picked === null ? listPresets(offers) : []), [offers, picked])
  const start = useMemo(
    () => startDraft(offers, scopes, first ?? presets[0]?.template, picked),
    [offers, scopes, first, presets, picked],
  )
  const draft = chosen ?? start
  if (draft === null) return <EmptyState title="Nothing to export" />
  return (
    <Form
      draft={draft}
      offers={offers}
      presets={presets}
      scopes={scopes}
      rights={rights}
      policy={policy}
      onChange={setChosen}
      onMade={onMade}
    />
  )
}

const shownFields = ['password', 'expiresInHours', 'filters', 'filmLink']

type FormProps = BuilderProps & {
  draft: Draft
  offers: readonly Offer[]
  presets: readonly Preset[]
  onChange: (draft: Draft) => void
}

function Form({ draft, offers, presets, scopes, rights, policy, onChange, onMade }: FormProps) {
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState(() => firstExpiry(policy))
  const hasPresets = presets.length > 1
  const [areOptionsShown, setOptionsShown] = useState(!hasPresets)
  const ofDraft = { caseId: rights.caseId, type: draft.type, template: draft.template }
  const film = useFilmLink(policy, ofDraft, areOptionsShown)
  const { send, faults, busy } = useSend(createExport, shownFields, (made) => {
    setPassword('')
    film.clear()
    onMade(made)
  })
  const plan = buildPlan(draft)
  const isPreset = presets.some(({ type, template }) => type === draft.type && template === draft.template)
  const templates = offers.find(({ type }) => type === draft.type)?.templates ?? []
  const fitting = listScopes(draft.template, scopes)
  const change = (to: Parameters<typeof choose>[1]) => onChange(choose(draft, to, offers, scopes))

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = { ...plan, ...(password !== '' && { password }), expiresInHours: toHours(expiry) }
    film.withAddress(createExport.input.safeParse(input).success, (filmLink) =>
      send({ params: {}, input: { ...input, ...(filmLink !== undefined && { filmLink }) } }),
    )
  }
  const passwordField = (
    <PasswordField
      value={password}
      required={policy.passwordRequired}
      hint={exportSpecs[draft.type].lock}
      error={faults.fields.password}
      onChange={setPassword}
    />
  )
  const options = (
    <div className="grid gap-4">
      <div className="grid gap-4 @sm:grid-cols-2">
        <Select
          label="Type"
          value={draft.type}
          options={offers.map(({ type }) => ({ value: type, label: exportSpecs[type].word }))}
          onChange={(event) => {
            const to = offers.find(({ type }) => type === event.target.value)
            if (to) change({ type: to.type })
          }}
        />
        <Select
          label="Template"
          value={draft.template}
          options={templates.map((value) => ({ value, label: templateRules[value].title }))}
          onChange={(event) => {
            const to = templates.find((each) => each === event.target.value)
            if (to) change({ template: to })
          }}
        />
      </div>
      <p className="text-ink-2">{templateRules[draft.template].about}</p>
      {(fitting.length > 1 || scopes.length > 1) && (
        <Select
          label="Scope"
          value={draft.scope.id}
          options={fitting.map(({ id, label }) => ({ value: id, label }))}
          onChange={(event) => {
            const to = fitting.find(({ id }) => id === event.target.value)
            if (to) change({ scope: to })
          }}
        />
      )}
      <PickedHighlights draft={draft} />
      <FilterFields draft={draft} error={faults.fields.filters} onChange={(part) => onChange({ ...draft, ...part })} />
      <OptionFields draft={draft} rights={rights} onChange={(options) => onChange({ ...draft, options })} />
      {film.opens && <FilmField policy={policy} state={film} error={faults.fields.filmLink} />}
      {!policy.passwordRequired && passwordField}
      <Select
        label="Delete the file after"
        value={expiry}
        options={expiryChoices(policy, { never: true })}
        error={faults.fields.expiresInHours}
        onChange={(event) => setExpiry(event.target.value)}
      />
    </div>
  )
  return (
    <form onSubmit={submit} noValidate className="@container grid gap-4">
      {hasPresets && (
        <Presets presets={presets} draft={draft} onChoose={({ type, template }) => change({ type, template })} />
      )}
      {hasPresets ? (
        <Folded
          title="Options"
          hint={[exportSpecs[draft.type].word, templateRules[draft.template].title, draft.scope.label].join(' · ')}
          isOpen={!isPreset || Object.keys(faults.fields).length > 0}
          onShow={setOptionsShown}
        >
          {options}
        </Folded>
      ) : (
        options
      )}
      {templateRules[draft.template].needsVerified && draft.scope.kind === 'session' && (
        <MotionQuotes sessionId={draft.scope.id} />
      )}
      {policy.passwordRequired && passwordField}
      <Estimate plan={plan} />
      {faults.other !== null && (
        <Notice tone="danger" alert>
          {faults.other}
        </Notice>
      )}
      <Button type="submit" variant="primary" busy={busy || film.busy}>
        Create export
      </Button>
    </form>
  )
}

function PickedHighlights({ draft }: { draft: Draft }) {
  if (draft.picked === null || !hasControl(draft, 'highlights')) return null
  const { length } = draft.picked.ids
  return <p>{`Uses the ${length === 1 ? 'highlight' : `${length} highlights`} you selected.`}</p>
}

type FilterFieldsProps = { draft: Draft; error: string | undefined; onChange: (change: Partial<Draft>) => void }

function FilterFields({ draft, error, onChange }: FilterFieldsProps) {
  if (draft.picked !== null && hasControl(draft, 'highlights')) return null
  return (
    <>
      {hasControl(draft, 'types') && (
        <Choices
          legend="Highlight types"
          values={highlightTypes}
          words={highlightTypeWords}
          chosen={draft.types}
          onChange={(types) => onChange({ types })}
        />
      )}
      {hasControl(draft, 'severities') && (
        <Choices
          legend="Severities"
          values={severities}
          words={severityWords}
          chosen={draft.severities}
          onChange={(chosen) => onChange({ severities: chosen })}
        />
      )}
      {hasControl(draft, 'jurors') && draft.scope.kind !== 'juror' && (
        <TextField
          label="Jurors"
          required={false}
          value={draft.jurors}
          hint={`Juror numbers, such as 3, 12. Leave blank for all jurors. Up to ${exportLimits.jurors}.`}
          error={error}
          onChange={(event) => onChange({ jurors: event.target.value })}
        />
      )}
    </>
  )
}

type ChoicesProps<T extends string> = {
  legend: string
  values: readonly T[]
  words: Record<T, string>
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

function Choices<T extends string>({ legend, values, words, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">
        {legend}
        <span className="font-normal text-ink-3">
          {chosen.length === 0 ? ' (all)' : ` (${chosen.length} selected)`}
        </span>
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {values.map((value) => (
          <Checkbox
            key={value}
            label={words[value]}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(values.filter((each) => (each === value ? event.target.checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const settledMs = 400

function Estimate({ plan }: { plan: ExportPlan }) {
  const settled = useDebounced(JSON.stringify(plan), settledMs)
  const estimate = useRead(estimateExport, { params: {}, input: JSON.parse(settled) as ExportPlan })
  if (!estimate.data && estimate.error) return <ReadNotice of={estimate} what="Estimate" />
  return (
    <div className="grid gap-2">
      <output className="tabular min-h-6 text-ink-2">
        {estimate.data ? describeEstimate(estimate.data) : 'Estimating…'}
      </output>
      {estimate.data && estimate.data.warnings.length > 0 && (
        <Notice tone="warning">
          <ul aria-label="Before you export" className="grid gap-1">
            {estimate.data.warnings.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const count = (number: number, unit: string) => `${formatCount(number)} ${unit}${number === 1 ? '' : 's'}`

function formatEstimate(bytes: number): string {
  const [size, unit] = formatBytes(bytes).split(' ')
  return `${Number(Number(size).toPrecision(2))} ${unit}`
}

function describeEstimate({ pages, rows, seconds, bytes, items }: ExportEstimate): string {
  const parts = [
    ...(pages === null ? [] : [count(pages, 'page')]),
    ...(rows === null ? [] : [count(rows, 'row')]),
    ...(seconds === null ? [] : [`${formatDuration(seconds)} of video`]),
    ...(rows === null ? [count(items, 'item')] : []),
    formatEstimate(bytes),
  ]
  return `About ${parts.join(', ')}.`
}
