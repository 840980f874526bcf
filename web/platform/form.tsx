import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState, type FormEvent, type ReactNode, type Ref } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Failure } from './Failure.tsx'
import { useCommand } from './api.ts'
import { ApiError, describeError } from './apiError.ts'

type CommandFormOptions<P extends z.ZodType, Values extends FieldValues, Output> = {
  defaults: DefaultValues<Values>
  params?: z.input<P>
  onDone: (output: Output) => void
}

/**
 * Validates the form with the endpoint's schema. Server errors appear next to their field, or in `failure` if the form
 * doesn't have that field.
 */
export function useCommandForm<P extends z.ZodType, Values extends FieldValues, V, O extends z.ZodType>(
  endpoint: Endpoint<P, z.ZodType<V, Values>, O>,
  { defaults, params, onDone }: CommandFormOptions<P, Values, z.output<O>>,
) {
  const { register, handleSubmit, setError, reset, formState } = useForm<Values, unknown, V>({
    defaultValues: defaults,
    resolver: standardSchemaResolver(endpoint.input),
  })
  const [failure, setFailure] = useState<string | null>(null)
  const command = useCommand(endpoint)

  async function send(values: V) {
    setFailure(null)
    try {
      // The form has already parsed the values. The server accepts parsed values unchanged.
      onDone(await command.mutateAsync({ params: (params ?? {}) as z.input<P>, input: values as unknown as Values }))
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      const known = fields.filter(([path]) => path in (defaults as object))
      for (const [path, message] of known) setError(path as Path<Values>, { message }, { shouldFocus: true })
      if (known.length === 0) setFailure(describeError(error))
    }
  }

  return {
    field: (name: Path<Values>) => {
      const error = formState.errors[name]?.message
      return { ...register(name), error: typeof error === 'string' ? error : undefined }
    },
    submit: handleSubmit(send),
    reset,
    busy: formState.isSubmitting,
    failure,
  }
}

type CommandFormProps = {
  form: { submit: (event: FormEvent<HTMLFormElement>) => Promise<void>; failure: string | null }
  ref?: Ref<HTMLFormElement>
  intro?: ReactNode
  children: ReactNode
}

export function CommandForm({ form: { submit, failure }, ref, intro, children }: CommandFormProps) {
  return (
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
