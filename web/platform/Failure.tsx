import { Notice } from '#web/ui/kit.ts'
import { describeError } from './apiError.ts'

export function Failure({ of }: { of: Error | string | null | undefined }) {
  if (!of) return null
  return (
    <Notice tone="danger" alert>
      {typeof of === 'string' ? of : describeError(of)}
    </Notice>
  )
}
