import { useEffect, useRef, useState } from 'react'
import { type Profile, profileLimits, saveProfile } from '#contract/account/profile.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { timeZones } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, focusFault, Notice, Select, TextArea, TextField } from '#web/ui/kit.ts'
import { AdmissionFields } from './AdmissionFields.tsx'
import { toDraft, toInput, isSameDraft, findProblem, type ProfileDraft, writtenBeside } from './profileDraft.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

export function ProfileForm({ profile }: { profile: Profile }) {
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => toDraft(profile))
  const save = useCommand(saveProfile)
  const isDirty = !isSameDraft(draft, toDraft(base))
  const takeOver = (saved: Profile) => {
    setBase(saved)
    setDraft(toDraft(saved))
  }
  // Saved in another window: shown at once, unless something here is not saved. Then saving says so.
  if (profile.version > base.version && !isDirty) takeOver(profile)

  const form = useRef<HTMLFormElement>(null)
  // The form is longer than a screen: what is wrong must not stay out of sight.
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
              setDraft((written) => writtenBeside(toDraft(saved), draft, written))
              toast({ title: 'Profile Saved' })
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
                Drop My Changes, Show the Saved Profile
              </Button>
            </div>
          )}
        </Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...text('name')} label="Name" autoComplete="name" required />
        <TextField {...text('title')} label="Title" hint="Such as Partner or Senior paralegal." required={false} />
        <TextField {...text('phone')} label="Phone" type="tel" autoComplete="tel" required={false} />
        <TextField {...text('yearsInPractice')} label="Years in practice" inputMode="numeric" required={false} />
        <TextField {...text('practiceAreas')} label="Practice areas" hint="With commas between." required={false} />
        <TextField {...text('languages')} label="Languages" hint="With commas between." required={false} />
        <Select
          {...text('timeZone')}
          label="Time zone"
          placeholder="That of the device"
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
        hint={`${draft.bio.length} of ${profileLimits.bio} characters.`}
        required={false}
      />
      <TextArea
        {...text('signatureBlock')}
        label="Signature block"
        rows={4}
        hint="As it stands under what you file: name, firm, address, bar number."
        required={false}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p aria-live="polite" className="text-sm text-ink-2">
          {isDirty && 'Not saved yet.'}
        </p>
        {isDirty && (
          <Button
            onClick={() => {
              setDraft(toDraft(base))
              save.reset()
            }}
          >
            Undo Changes
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
          Save Profile
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
    </form>
  )
}
