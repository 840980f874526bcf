import type { ReactNode } from 'react'
import { type CaseData, selectionMethods, type StrikeBudget } from '#contract/cases/data.ts'
import { forums } from '#law/forums/forums.data.ts'
import { findForum } from '#law/forums/forums.ts'
import { Button, Checkbox, Notice, Select, TextArea, TextField } from '#web/ui/kit.ts'
import type { FieldsProps } from './BasicsFields.tsx'
import { methodLabels } from '../caseLabels.ts'
import { chooseForum, getDefaultBudget, isJoint, isOutdated, withBudget } from './fillBudget.ts'

const noBudget: StrikeBudget = {
  us: 0,
  them: 0,
  alternatesUs: 0,
  alternatesThem: 0,
  perDefendant: null,
  source: 'order',
  orderNote: '',
}
/** Returns NaN for an empty field, so validation reports it instead of saving 0. */
const parseCount = (event: { target: HTMLInputElement }): number => event.target.valueAsNumber
const shown = (value: number): number | '' => (Number.isNaN(value) ? '' : value)

export function ForumField({ data, faults, onChange }: FieldsProps) {
  return (
    <Select
      label="Forum"
      name="forumId"
      value={data.forumId ?? ''}
      error={faults.forumId}
      placeholder="Choose a forum"
      options={forums.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange(chooseForum(data, event.target.value || null))}
    />
  )
}

export function RuleField({ data, onChange }: FieldsProps) {
  const forum = findForum(data.forumId)
  if (!forum || forum.rules.length === 0) return null
  return (
    <Select
      label="Offense or parties"
      name="forumRuleId"
      value={data.forumRuleId ?? ''}
      placeholder="Choose one"
      options={forum.rules.map(({ id, label }) => ({ value: id, label }))}
      onChange={(event) => onChange(withBudget(data, { forumRuleId: event.target.value || null }))}
    />
  )
}

export function ForumFields(props: FieldsProps) {
  const { data, faults, onChange } = props
  const forum = findForum(data.forumId)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <ForumField {...props} />
      <RuleField {...props} />
      <Select
        label="Selection method"
        name="selectionMethod"
        value={data.selectionMethod ?? ''}
        error={faults.selectionMethod}
        hint={forum?.method?.note ?? 'Required before selection begins.'}
        placeholder="Choose a method"
        options={selectionMethods.map((value) => ({ value, label: methodLabels[value] }))}
        onChange={(event) =>
          onChange({ selectionMethod: selectionMethods.find((each) => each === event.target.value) ?? null })
        }
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label="Jurors"
          name="jurySize"
          type="number"
          min={1}
          max={23}
          value={shown(data.jurySize)}
          error={faults.jurySize}
          hint={forum?.jury.note}
          onChange={(event) => onChange({ jurySize: parseCount(event) })}
        />
        <TextField
          label="Alternates"
          name="alternates"
          type="number"
          min={0}
          max={12}
          value={shown(data.alternates)}
          error={faults.alternates}
          onChange={(event) => {
            const alternates = parseCount(event)
            onChange(Number.isNaN(alternates) ? { alternates } : withBudget(data, { alternates }))
          }}
        />
      </div>
      <Budget data={data} faults={faults} onChange={onChange} />
      <Checkbox
        label="Back-strikes allowed"
        hint={
          forum?.backStrikes && !forum.backStrikes.verified
            ? 'Not verified for this forum. Check with the court.'
            : 'Allows striking an accepted juror until the jury is sworn.'
        }
        checked={data.backStrikesAllowed}
        onChange={(event) => onChange({ backStrikesAllowed: event.target.checked })}
      />
      <Checkbox
        label="Separate strikes for alternates"
        checked={data.alternateStrikesSeparate}
        onChange={(event) => onChange({ alternateStrikesSeparate: event.target.checked })}
      />
    </div>
  )
}

function Budget({ data, faults, onChange }: FieldsProps) {
  const budget = data.strikeBudget
  const isOrder = budget?.source === 'order'
  const setBudget = (patch: Partial<StrikeBudget>) => onChange({ strikeBudget: { ...(budget ?? noBudget), ...patch } })
  const boxes: [keyof StrikeBudget & ('us' | 'them' | 'alternatesUs' | 'alternatesThem'), string][] = [
    ['us', 'Us'],
    ['them', 'Them'],
    ['alternatesUs', 'Us, alternates'],
    ['alternatesThem', 'Them, alternates'],
  ]
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3 sm:col-span-2">
      <legend className="px-1 text-sm font-bold">Peremptory challenges</legend>
      <Source data={data} onChange={onChange} />
      {budget && (
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {boxes.map(([field, label]) => (
            <TextField
              key={field}
              label={label}
              name={`strikeBudget.${field}`}
              type="number"
              min={0}
              max={60}
              value={shown(budget[field])}
              error={faults[`strikeBudget.${field}`]}
              disabled={!isOrder}
              onChange={(event) => setBudget({ [field]: parseCount(event) })}
            />
          ))}
        </div>
      )}
      <Checkbox
        label="Set by court order"
        hint="Overrides the forum’s default."
        checked={isOrder}
        onChange={(event) =>
          event.target.checked
            ? setBudget({ source: 'order' })
            : onChange({ strikeBudget: getDefaultBudget(data)?.budget ?? null })
        }
      />
      {isOrder && (
        <TextArea
          label="Court order"
          name="strikeBudget.orderNote"
          rows={2}
          hint="Date, number, and terms."
          value={budget.orderNote}
          error={faults['strikeBudget.orderNote']}
          onChange={(event) => setBudget({ orderNote: event.target.value })}
        />
      )}
    </fieldset>
  )
}

function Source({ data, onChange }: Pick<FieldsProps, 'data' | 'onChange'>) {
  const forum = findForum(data.forumId)
  if (data.strikeBudget?.source === 'order') return null
  if (!forum) return <p className="text-ink-2">Choose a forum to fill in the defaults.</p>
  const found = getDefaultBudget(data)
  if (!found) {
    return (
      <p className="text-ink-2">
        {forum.rules.length > 0
          ? 'Choose the offense or parties to fill in the defaults.'
          : 'This forum has no default. Enter the numbers the court ordered.'}
      </p>
    )
  }
  const outdated = isOutdated(data, found.budget)
  return (
    <BudgetSource source={forum.source} verified={found.verified} outdated={outdated}>
      {isJoint(data) && (
        <p>
          Based on multiple defendants tried together
          {found.budget.perDefendant === null ? '.' : `. Each has ${found.budget.perDefendant} to use separately.`}
        </p>
      )}
      {(data.strikeBudget === null || outdated) && (
        <p className="my-2">
          <Button onClick={() => onChange({ strikeBudget: found.budget })}>Use default</Button>
        </p>
      )}
      {forum.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </BudgetSource>
  )
}

type BudgetSourceProps = { source: string; verified: boolean; outdated: boolean; children?: ReactNode }

function BudgetSource({ source, verified, outdated, children }: BudgetSourceProps) {
  return (
    <Notice tone={verified && !outdated ? 'info' : 'warning'}>
      <p>
        Default under {source}.{' '}
        {verified ? 'The court may order different numbers.' : 'Not verified. Check with the court.'}
      </p>
      {outdated && <p>The default has changed since these numbers were saved. Check them.</p>}
      {children}
    </Notice>
  )
}

export function DefaultSource({ data }: { data: CaseData }) {
  const forum = findForum(data.forumId)
  const found = data.strikeBudget?.source === 'default' && getDefaultBudget(data)
  if (!forum || !found) return null
  return <BudgetSource source={forum.source} verified={found.verified} outdated={isOutdated(data, found.budget)} />
}
