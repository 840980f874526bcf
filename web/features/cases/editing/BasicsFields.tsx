import { type CaseData, caseTypes, confidentialities, ourSides } from '#contract/cases/data.ts'
import { findCourtZone } from '#law/forums/zones.ts'
import { timeZones } from '#web/platform/format.ts'
import { Select, TextField } from '#web/ui/kit.ts'
import { caseTypeLabels, confidentialityLabels, ourSideLabels } from '../caseLabels.ts'
import type { Faults } from './caseFields.ts'

export const splitCommas = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

export type FieldsProps = { data: CaseData; faults: Faults; onChange: (patch: Partial<CaseData>) => void }

type TextName = 'title' | 'caseNumber' | 'court' | 'judge' | 'courtroom' | 'county' | 'state'

export const getTextProps = (field: TextName, { data, faults, onChange }: FieldsProps) => ({
  name: field,
  value: data[field],
  error: faults[field],
  autoComplete: 'off',
  onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
})

export const getDayProps = (field: 'voirDireDate' | 'trialDate', { data, faults, onChange }: FieldsProps) => ({
  type: 'date',
  name: field,
  value: data[field] ?? '',
  error: faults[field],
  onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value || null }),
})

export function CaseTypeField({ data, faults, onChange }: FieldsProps) {
  return (
    <Select
      label="Case type"
      name="caseType"
      value={data.caseType ?? ''}
      error={faults.caseType}
      placeholder="Choose a type"
      options={caseTypes.map((value) => ({ value, label: caseTypeLabels[value] }))}
      onChange={(event) => onChange({ caseType: caseTypes.find((each) => each === event.target.value) ?? null })}
    />
  )
}

export function OurSideField({ data, faults, onChange }: FieldsProps) {
  return (
    <Select
      label="Our side"
      name="ourSide"
      value={data.ourSide ?? ''}
      error={faults.ourSide}
      placeholder="Choose a side"
      options={ourSides.map((value) => ({ value, label: ourSideLabels[value] }))}
      onChange={(event) => onChange({ ourSide: ourSides.find((each) => each === event.target.value) ?? null })}
    />
  )
}

export function BasicsFields(props: FieldsProps) {
  const { data, faults, onChange } = props
  const text = (field: TextName) => getTextProps(field, props)
  const day = (field: 'voirDireDate' | 'trialDate') => getDayProps(field, props)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField {...text('title')} label="Title" hint="As in the caption: A v. B." required />
      </div>
      <TextField {...text('caseNumber')} label="Case number" hint="Must be unique within your firm." required />
      <CaseTypeField {...props} />
      <OurSideField {...props} />
      <TextField {...text('court')} label="Court" />
      <TextField {...text('judge')} label="Judge" required={false} />
      <TextField {...text('courtroom')} label="Courtroom" required={false} />
      <TextField {...text('county')} label="County" required={false} />
      <TextField {...text('state')} label="State" required={false} />
      <Select
        label="Court time zone"
        name="timeZone"
        value={data.timeZone ?? ''}
        error={faults.timeZone}
        placeholder={describeZone(findCourtZone(data, null))}
        required={false}
        options={timeZones}
        onChange={(event) => onChange({ timeZone: event.target.value || null })}
      />
      <TextField {...day('voirDireDate')} label="Voir dire date" required={false} />
      <TextField {...day('trialDate')} label="Trial date" required={false} />
      <Select
        label="Confidentiality"
        name="confidentiality"
        value={data.confidentiality}
        options={confidentialities.map((value) => ({ value, label: confidentialityLabels[value] }))}
        onChange={(event) =>
          onChange({ confidentiality: confidentialities.find((each) => each === event.target.value) ?? 'standard' })
        }
      />
      <TextField
        label="Tags"
        name="tags"
        required={false}
        hint="Separate with commas."
        error={faults.tags ?? Object.entries(faults).find(([path]) => path.startsWith('tags.'))?.[1]}
        defaultValue={data.tags.join(', ')}
        onChange={(event) =>
          onChange({
            tags: splitCommas(event.target.value),
          })
        }
      />
    </div>
  )
}

const describeZone = (zone: string | null): string =>
  zone === null ? 'Same as the firm' : `From the forum: ${zone.replaceAll('_', ' ')}`
