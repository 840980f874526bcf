import { useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import type { Args } from '#web/platform/call.ts'

export type Faults = { fields: Readonly<Record<string, string>>; other: string | null }
const none: Faults = { fields: {}, other: null }

const byField = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  // Reversed so that each field shows its first issue.
  Object.fromEntries(entries.toReversed().map(([path, sentence]) => [path.split('.')[0] ?? path, sentence]))

export function useSend<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, I, O>,
  shown: readonly string[],
  onDone: (output: z.output<O>) => void,
) {
  const command = useCommand(endpoint)
  const [faults, setFaults] = useState(none)
  function show(fields: Record<string, string>, sentence: string) {
    const hidden = Object.keys(fields).filter((field) => !shown.includes(field))
    setFaults({ fields, other: Object.keys(fields).length === 0 ? sentence : (fields[hidden[0] ?? ''] ?? null) })
  }
  function send(args: Args<P, I>, then: (output: z.output<O>) => void = onDone) {
    setFaults(none)
    const checked = endpoint.input.safeParse(args.input)
    if (!checked.success) {
      show(byField(checked.error.issues.map(({ path, message }) => [path.join('.'), message])), '')
      return
    }
    command.mutate(args, {
      onSuccess: then,
      onError: (error) =>
        show(byField(error instanceof ApiError ? Object.entries(error.fields) : []), describeError(error)),
    })
  }
  return { send, faults, busy: command.isPending }
}
