import { Notice } from '#web/ui/kit.ts'
import { describeError } from './apiError.ts'

/** Why something failed, in a sentence that is read out at once; nothing while nothing has. */
export function Failure({ of }: { of: Error | string | null | undefined }) {
  if (!of) return null
  return (
    <Notice tone="danger" alert>
      {typeof of === 'string' ? of : describeError(of)}
    </Notice>
  )
}
