import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type NamedPerson, type Party, partyRoles, partySides, type CaseIssue } from '#contract/cases/data.ts'
import { Button, IconButton, Select, TextField } from '#web/ui/kit.ts'
import { type FieldsProps, splitCommas } from './BasicsFields.tsx'
import { partyRoleLabels, partySideLabels } from '../caseLabels.ts'
import type { Faults } from './caseFields.ts'
import { withBudget } from './fillBudget.ts'

const sides = partySides.map((value) => ({ value, label: partySideLabels[value] }))
const newParty: Party = { name: '', role: 'plaintiff', side: 'plaintiff', representedBy: '' }
const newDefendant: Party = { ...newParty, role: 'defendant', side: 'defense' }
const newPerson: NamedPerson = { name: '', firm: '', side: 'plaintiff' }
const sideByRole: Record<Party['role'], Party['side']> = {
  plaintiff: 'plaintiff',
  prosecution: 'plaintiff',
  defendant: 'defense',
  intervenor: 'other',
  other: 'other',
}

export function PeopleFields({ data, faults, onChange }: FieldsProps) {
  return (
    <div className="grid gap-6">
      <Rows
        title="Parties"
        one="party"
        fault={faults.parties}
        rows={data.parties}
        added={() => (data.parties.length % 2 === 0 ? newParty : newDefendant)}
        onChange={(parties) => onChange(withBudget(data, { parties }))}
      >
        {(party, index, set) => (
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            <TextField
              label="Name"
              value={party.name}
              error={faults[`parties.${index}.name`]}
              onChange={(event) => set({ name: event.target.value })}
            />
            <Select
              label="Role"
              value={party.role}
              options={partyRoles.map((value) => ({ value, label: partyRoleLabels[value] }))}
              onChange={(event) => {
                const role = partyRoles.find((each) => each === event.target.value) ?? 'other'
                set({ role, side: sideByRole[role] })
              }}
            />
            <SideSelect value={party.side} onChange={(side) => set({ side })} />
            <TextField
              label="Represented by"
              required={false}
              value={party.representedBy}
              error={faults[`parties.${index}.representedBy`]}
              onChange={(event) => set({ representedBy: event.target.value })}
            />
          </div>
        )}
      </Rows>
      <PersonRows
        field="attorneys"
        title="Attorneys"
        one="attorney"
        firmLabel="Firm"
        rows={data.attorneys}
        faults={faults}
        onChange={(attorneys) => onChange({ attorneys })}
      />
      <PersonRows
        field="witnesses"
        title="Witnesses"
        one="witness"
        firmLabel="Employer or role"
        rows={data.witnesses}
        faults={faults}
        onChange={(witnesses) => onChange({ witnesses })}
      />
    </div>
  )
}

type PersonRowsProps = {
  field: 'attorneys' | 'witnesses'
  title: string
  one: string
  firmLabel: string
  rows: readonly NamedPerson[]
  faults: Faults
  onChange: (rows: NamedPerson[]) => void
}

function PersonRows({ field, title, one, firmLabel, rows, faults, onChange }: PersonRowsProps) {
  return (
    <Rows title={title} one={one} rows={rows} added={() => newPerson} onChange={onChange}>
      {(person, index, set) => (
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
          <TextField
            label="Name"
            value={person.name}
            error={faults[`${field}.${index}.name`]}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            label={firmLabel}
            required={false}
            value={person.firm}
            error={faults[`${field}.${index}.firm`]}
            onChange={(event) => set({ firm: event.target.value })}
          />
          <SideSelect value={person.side} onChange={(side) => set({ side })} />
        </div>
      )}
    </Rows>
  )
}

function SideSelect({ value, onChange }: { value: Party['side']; onChange: (side: Party['side']) => void }) {
  return (
    <Select
      label="Side"
      value={value}
      options={sides}
      onChange={(event) => onChange(partySides.find((each) => each === event.target.value) ?? 'other')}
    />
  )
}

type RowsProps<Row> = {
  title: string
  one: string
  fault?: string | undefined
  rows: readonly Row[]
  added: () => Row
  onChange: (rows: Row[]) => void
  children: (row: Row, index: number, set: (patch: Partial<Row>) => void) => ReactNode
}

function Rows<Row>({ title, one, fault, rows, added, onChange, children }: RowsProps<Row>) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-base font-bold">{title}</legend>
      {fault && (
        <p role="alert" className="text-sm text-danger-fg">
          {fault}
        </p>
      )}
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no ID
        <fieldset key={index} className="flex flex-col gap-2 rounded-card border border-line p-3 sm:flex-row">
          <legend className="sr-only">{`${one} ${index + 1}`}</legend>
          {children(row, index, (patch) =>
            onChange(rows.map((each, at) => (at === index ? { ...each, ...patch } : each))),
          )}
          <IconButton
            label={`Remove ${one} ${index + 1}`}
            icon={<Trash2 className="size-4" />}
            onClick={() => onChange(rows.filter((_each, at) => at !== index))}
            className="self-end"
          />
        </fieldset>
      ))}
      <div>
        <Button icon={<Plus className="size-4" />} onClick={() => onChange([...rows, added()])}>
          Add {one}
        </Button>
      </div>
    </fieldset>
  )
}

const added = (): CaseIssue => ({ name: '', description: '', watchWords: [] })

export function ThemeFields({ data, faults, onChange }: FieldsProps) {
  return (
    <Rows
      title="Themes"
      one="theme"
      fault={faults.issues}
      rows={data.issues}
      added={added}
      onChange={(issues) => onChange({ issues })}
    >
      {(theme, index, set) => (
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
          <TextField
            label="Name"
            value={theme.name}
            error={faults[`issues.${index}.name`]}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            key={data.issues.length}
            label="Watch words"
            required={false}
            hint="Separate with commas."
            defaultValue={theme.watchWords.join(', ')}
            error={Object.entries(faults).find(([path]) => path.startsWith(`issues.${index}.watchWords`))?.[1]}
            onChange={(event) =>
              set({
                watchWords: splitCommas(event.target.value),
              })
            }
          />
          <div className="sm:col-span-2">
            <TextField
              label="Description"
              required={false}
              value={theme.description}
              error={faults[`issues.${index}.description`]}
              onChange={(event) => set({ description: event.target.value })}
            />
          </div>
        </div>
      )}
    </Rows>
  )
}
