import { useBlocker } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Profile, profileLimits, saveProfile, admissionStatuses } from '#contract/account/profile.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { timeZones } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, focusFault, Notice, Select, TextArea, TextField, ConfirmDialog } from '#web/ui/kit.ts'
import {
  toDraft,
  toInput,
  isSameDraft,
  findProblem,
  type ProfileDraft,
  mergeEdits,
  type AdmissionDraft,
} from './profileDraft.ts'

export function ProfileForm({ profile }: { profile: Profile }) {
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => toDraft(profile))
  const save = useCommand(saveProfile)
  const isDirty = !isSameDraft(draft, toDraft(base))
  const takeOver = (saved: Profile) => {
    setBase(saved)
    setDraft(toDraft(saved))
  }
  // Shows changes saved in another tab unless this form has unsaved edits.
  if (profile.version > base.version && !isDirty) takeOver(profile)

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (save.error) focusFault(form.current)
  }, [save.error])

  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const isStale = save.error instanceof ApiError && save.error.status === 409
  const text = (name: Exclude<keyof ProfileDraft, 'barAdmissions'>) => ({
    value: draft[name],
    error: findProblem(fields, name),
    onChange: ({ target: { value } }: { target: { value: string } }) => setDraft((old) => ({ ...old, [name]: value })),
  })

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { params: {}, input: toInput(draft, base.version) },
          {
            onSuccess: (saved) => {
              setBase(saved)
              setDraft((written) => mergeEdits(toDraft(saved), draft, written))
              toast({ title: 'Profile saved' })
            },
          },
        )
      }}
    >
      {save.error && (
        <Notice tone="danger" alert>
          {Object.keys(fields).length > 0 ? 'Some fields need attention.' : describeError(save.error)}
          {isStale && (
            <div className="mt-2">
              <Button
                onClick={() => {
                  takeOver(profile)
                  save.reset()
                }}
              >
                Discard my changes
              </Button>
            </div>
          )}
        </Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...text('name')} label="Name" autoComplete="name" required />
        <TextField {...text('title')} label="Title" hint="For example, Partner or Senior paralegal" required={false} />
        <TextField {...text('phone')} label="Phone" type="tel" autoComplete="tel" required={false} />
        <TextField {...text('yearsInPractice')} label="Years in practice" inputMode="numeric" required={false} />
        <TextField {...text('practiceAreas')} label="Practice areas" hint="Separate with commas" required={false} />
        <TextField {...text('languages')} label="Languages" hint="Separate with commas" required={false} />
        <Select
          {...text('timeZone')}
          label="Time zone"
          placeholder="Device time zone"
          options={timeZones}
          required={false}
        />
      </div>
      <AdmissionFields
        admissions={draft.barAdmissions}
        fields={fields}
        onChange={(barAdmissions) => setDraft((old) => ({ ...old, barAdmissions }))}
      />
      <TextArea
        {...text('bio')}
        label="About you"
        rows={5}
        hint={`${draft.bio.length} of ${profileLimits.bio} characters`}
        required={false}
      />
      <TextArea
        {...text('signatureBlock')}
        label="Signature block"
        rows={4}
        hint="Used in filings: name, firm, address, bar number"
        required={false}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p aria-live="polite" className="text-sm text-ink-2">
          {isDirty && 'Unsaved changes'}
        </p>
        {isDirty && (
          <Button
            onClick={() => {
              setDraft(toDraft(base))
              save.reset()
            }}
          >
            Discard changes
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
          Save profile
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
    </form>
  )
}

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

function AdmissionFields({ admissions, fields, onChange }: AdmissionFieldsProps) {
  const change = (at: number, patch: Partial<AdmissionDraft>) =>
    onChange(admissions.map((each, index) => (index === at ? { ...each, ...patch } : each)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">Bar admissions</legend>
      {admissions.map((admission, index) => {
        const problem = (name: string) => fields[`barAdmissions.${index}.${name}`]
        return (
          // oxlint-disable-next-line react/no-array-index-key -- admissions have no ID and never change order
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
              label="Year admitted"
              inputMode="numeric"
              value={admission.year}
              error={problem('year')}
              onChange={(event) => change(index, { year: event.target.value })}
              required={false}
            />
            <div className="sm:col-span-2">
              <Button
                aria-label={`Remove admission ${admission.state || index + 1}`}
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
            Add bar admission
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    // Anchor links on the same page don't leave the form.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="Your profile has unsaved changes. They’ll be lost if you leave."
      confirmLabel="Leave without saving"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
