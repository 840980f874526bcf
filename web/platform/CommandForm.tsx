import type { FormEvent, ReactNode, Ref } from 'react'
import { Failure } from '#web/platform/Failure.tsx'

type CommandFormProps = {
  /** What `useCommandForm` answers. */
  form: { submit: (event: FormEvent<HTMLFormElement>) => Promise<void>; failure: string | null }
  ref?: Ref<HTMLFormElement>
  /** What stands above the sentence of a failure: what the form is about. */
  intro?: ReactNode
  children: ReactNode
}

/** The frame of a form that sends a command: what went wrong is said at its head, and read out. */
export function CommandForm({ form: { submit, failure }, ref, intro, children }: CommandFormProps) {
  return (
    // The endpoint's own schema checks the fields, in one way for every browser.
    <form
      ref={ref}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {intro}
      <Failure of={failure} />
      {children}
    </form>
  )
}
