import { Plus } from 'lucide-react'
import { admissionStatuses, profileLimits } from '#contract/account/profile.ts'
import { Button, Select, TextField } from '#web/ui/kit.ts'
import type { AdmissionDraft } from './profileDraft.ts'

const statusWords: Record<(typeof admissionStatuses)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  retired: 'Retired',
  pro_hac_vice: 'Pro hac vice',
  other: 'Other',
}
const empty: AdmissionDraft = { state: '', number: '', status: 'active', year: '' }

type AdmissionFieldsProps = {
  admissions: readonly AdmissionDraft[]
  fields: Readonly<Record<string, string>>
  onChange: (admissions: AdmissionDraft[]) => void
}

export function AdmissionFields({ admissions, fields, onChange }: AdmissionFieldsProps) {
  const change = (at: number, patch: Partial<AdmissionDraft>) =>
    onChange(admissions.map((each, index) => (index === at ? { ...each, ...patch } : each)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">Bar admissions</legend>
      {admissions.map((admission, index) => {
        const problem = (name: string) => fields[`barAdmissions.${index}.${name}`]
        return (
          // Admissions have no name of their own before they are saved; they are only added last and taken out.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="grid items-start gap-3 rounded-card border border-line p-3 sm:grid-cols-2">
            <TextField
              label="State or court"
              value={admission.state}
              error={problem('state')}
              onChange={(event) => change(index, { state: event.target.value })}
              required
            />
            <TextField
              label="Bar number"
              value={admission.number}
              error={problem('number')}
              onChange={(event) => change(index, { number: event.target.value })}
              required
            />
            <Select
              label="Standing"
              value={admission.status}
              options={admissionStatuses.map((value) => ({ value, label: statusWords[value] }))}
              onChange={(event) => {
                const status = admissionStatuses.find((each) => each === event.target.value)
                if (status) change(index, { status })
              }}
            />
            <TextField
              label="Year of admission"
              inputMode="numeric"
              value={admission.year}
              error={problem('year')}
              onChange={(event) => change(index, { year: event.target.value })}
              required={false}
            />
            <div className="sm:col-span-2">
              <Button
                aria-label={`Remove the admission ${admission.state || index + 1}`}
                onClick={() => onChange(admissions.filter((_each, at) => at !== index))}
              >
                Remove
              </Button>
            </div>
          </div>
        )
      })}
      {admissions.length < profileLimits.admissions && (
        <div>
          <Button icon={<Plus className="size-4" />} onClick={() => onChange([...admissions, empty])}>
            Add Bar Admission
          </Button>
        </div>
      )}
    </fieldset>
  )
}
