import { type FormEvent, useMemo, useState } from 'react'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { createExport, type Export } from '#contract/exports/exports.ts'
import { exportSpecs, type ExportTemplate, templateRules } from '#contract/exports/templates.ts'
import { Button, EmptyState, Notice, Select } from '#web/ui/kit.ts'
import { Estimate } from './Estimate.tsx'
import { expiryChoices, firstExpiry, toHours } from './expiry.ts'
import { FilmField } from './FilmField.tsx'
import { FilterFields } from './FilterFields.tsx'
import { OptionFields } from './OptionFields.tsx'
import { PasswordField } from './PasswordField.tsx'
import {
  choose,
  type Draft,
  hasControl,
  type Offer,
  listOffers,
  type Picked,
  buildPlan,
  type Rights,
  type Scope,
  listScopes,
  startDraft,
} from './plan.ts'
import { useFilmLink } from './useFilmLink.ts'
import { useSend } from './useSend.ts'

type BuilderProps = {
  scopes: readonly Scope[]
  rights: Rights
  policy: ExportPolicy
  /** Chosen to begin with, where it is offered. */
  first?: ExportTemplate | undefined
  picked?: Picked | null
  onMade: (made: Export) => void
}

export function ExportBuilder({ scopes, rights, policy, first, picked = null, onMade }: BuilderProps) {
  const offers = useMemo(() => listOffers(scopes, rights, picked), [scopes, rights, picked])
  const [chosen, setChosen] = useState<Draft | null>(null)
  const start = useMemo(() => startDraft(offers, scopes, first, picked), [offers, scopes, first, picked])
  const draft = chosen ?? start
  if (draft === null) return <EmptyState title="Nothing can be exported from here" />
  return (
    <Form
      draft={draft}
      offers={offers}
      scopes={scopes}
      rights={rights}
      policy={policy}
      onChange={setChosen}
      onMade={onMade}
    />
  )
}

const shownFields = ['password', 'expiresInHours', 'filters', 'filmLink']

type FormProps = BuilderProps & { draft: Draft; offers: readonly Offer[]; onChange: (draft: Draft) => void }

function Form({ draft, offers, scopes, rights, policy, onChange, onMade }: FormProps) {
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState(() => firstExpiry(policy))
  const film = useFilmLink(policy, { caseId: rights.caseId, type: draft.type, template: draft.template })
  const { send, faults, busy } = useSend(createExport, shownFields, (made) => {
    setPassword('')
    film.clear()
    onMade(made)
  })
  const plan = buildPlan(draft)
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
  return (
    <form onSubmit={submit} noValidate className="@container grid gap-4">
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
          label="Of"
          value={draft.scope.id}
          options={fitting.map(({ id, label }) => ({ value: id, label }))}
          onChange={(event) => {
            const to = fitting.find(({ id }) => id === event.target.value)
            if (to) change({ scope: to })
          }}
        />
      )}
      {draft.picked !== null && hasControl(draft, 'highlights') && (
        <p>{`Made of the ${draft.picked.ids.length === 1 ? 'highlight' : `${draft.picked.ids.length} highlights`} you picked.`}</p>
      )}
      <FilterFields draft={draft} error={faults.fields.filters} onChange={(part) => onChange({ ...draft, ...part })} />
      <OptionFields draft={draft} rights={rights} onChange={(options) => onChange({ ...draft, options })} />
      {film.opens && <FilmField policy={policy} state={film} error={faults.fields.filmLink} />}
      <PasswordField
        value={password}
        required={policy.passwordRequired}
        hint={exportSpecs[draft.type].lock}
        error={faults.fields.password}
        onChange={setPassword}
      />
      <Select
        label="Delete the file after"
        value={expiry}
        options={expiryChoices(policy, { never: true })}
        error={faults.fields.expiresInHours}
        onChange={(event) => setExpiry(event.target.value)}
      />
      <Estimate plan={plan} />
      {faults.other !== null && (
        <Notice tone="danger" alert>
          {faults.other}
        </Notice>
      )}
      <Button type="submit" variant="primary" busy={busy || film.busy}>
        Make export
      </Button>
    </form>
  )
}
